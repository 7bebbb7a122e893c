// The calls of the C library that take paths: they see the model's folder in place of /dev, /sys and /boot.
#include "model.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

// The C library's own function behind one that is defined here.
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// The device that a path of the program stands for, symbolic links followed.
static struct device *device_at(const char *real_path)
{
    char resolved[PATH_MAX];
    return model_is_active() && REAL(realpath)(real_path, resolved) ? model_device(resolved) : NULL;
}

static int open_in_model(int folder, const char *path, int flags, mode_t mode)
{
    char buffer[PATH_MAX];
    const char *real_path = model_path(path, buffer);
    struct device *device = device_at(real_path);
    if (device && device->refusal) {
        errno = device->refusal;
        return -1;
    }
    return REAL(openat)(folder, real_path, flags, mode);
}

#define OPEN_BODY(folder)                                                                                              \
    mode_t mode = 0;                                                                                                   \
    if (flags & (O_CREAT | O_TMPFILE)) {                                                                               \
        va_list arguments;                                                                                             \
        va_start(arguments, flags);                                                                                    \
        mode = va_arg(arguments, mode_t);                                                                              \
        va_end(arguments);                                                                                             \
    }                                                                                                                  \
    return open_in_model(folder, path, flags, mode);

int open(const char *path, int flags, ...) { OPEN_BODY(AT_FDCWD) }
int open64(const char *path, int flags, ...) { OPEN_BODY(AT_FDCWD) }
int openat(int folder, const char *path, int flags, ...) { OPEN_BODY(folder) }
int openat64(int folder, const char *path, int flags, ...) { OPEN_BODY(folder) }
int __open_2(const char *path, int flags) { return open_in_model(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_in_model(AT_FDCWD, path, flags, 0); }

// Makes the status of a file of the model that of the device it stands for.
static void be_device(const char *real_path, bool follows, struct stat *status)
{
    struct device *device = !follows && S_ISLNK(status->st_mode) ? NULL : device_at(real_path);
    if (!device) return;
    status->st_mode = S_IFCHR | device->mode;
    status->st_gid = device->group;
    status->st_rdev = makedev(device->major, device->minor);
}

static int status_of(int folder, const char *path, struct stat *status, int flags)
{
    char buffer[PATH_MAX];
    const char *real_path = model_path(path, buffer);
    int result = REAL(fstatat)(folder, real_path, status, flags);
    if (result == 0 && real_path[0] == '/') be_device(real_path, !(flags & AT_SYMLINK_NOFOLLOW), status);
    return result;
}

// On 64-bit systems struct stat64 is struct stat.
int stat(const char *path, struct stat *status) { return status_of(AT_FDCWD, path, status, 0); }
int stat64(const char *path, struct stat64 *status) { return status_of(AT_FDCWD, path, (struct stat *)status, 0); }
int lstat(const char *path, struct stat *status) { return status_of(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW); }
int lstat64(const char *path, struct stat64 *status)
{
    return status_of(AT_FDCWD, path, (struct stat *)status, AT_SYMLINK_NOFOLLOW);
}
int fstatat(int folder, const char *path, struct stat *status, int flags)
{
    return status_of(folder, path, status, flags);
}

int access(const char *path, int kind)
{
    char buffer[PATH_MAX];
    return REAL(access)(model_path(path, buffer), kind);
}

DIR *opendir(const char *path)
{
    char buffer[PATH_MAX];
    return REAL(opendir)(model_path(path, buffer));
}

int scandir(const char *path, struct dirent ***names, int (*filter)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **))
{
    char buffer[PATH_MAX];
    return REAL(scandir)(model_path(path, buffer), names, filter, compare);
}

FILE *fopen(const char *path, const char *mode)
{
    char buffer[PATH_MAX];
    return REAL(fopen)(model_path(path, buffer), mode);
}

// What the kernel calls the descriptors of lines (drivers/gpio/gpiolib-cdev.c).
static ssize_t name_of_lines(const char *path, char *target, size_t size)
{
    struct file file;
    int descriptor;
    if (!model_is_active() || sscanf(path, "/proc/self/fd/%d", &descriptor) != 1) return -1;
    if (!file_of(descriptor, &file) || !file.request) return -1;
    const char *name = file.request->version == 1 ? "anon_inode:gpio-linehandle" : "anon_inode:gpio-line";
    size_t length = strlen(name) < size ? strlen(name) : size;
    memcpy(target, name, length);
    return (ssize_t)length;
}

ssize_t readlink(const char *path, char *target, size_t size)
{
    char buffer[PATH_MAX];
    ssize_t length = name_of_lines(path, target, size);
    return length >= 0 ? length : REAL(readlink)(model_path(path, buffer), target, size);
}

char *realpath(const char *path, char *result)
{
    char buffer[PATH_MAX], resolved[PATH_MAX];
    const char *real_path = model_path(path, buffer);
    if (real_path == path) return REAL(realpath)(path, result);
    if (!REAL(realpath)(real_path, resolved)) return NULL;
    size_t root = strlen(model_root());
    const char *seen = strncmp(resolved, model_root(), root) == 0 ? resolved + root : resolved;
    return result ? strcpy(result, seen) : strdup(seen);
}

char *__realpath_chk(const char *path, char *result, size_t size)
{
    (void)size;
    return realpath(path, result);
}
