// The open files of the model, and the calls that are made on them.
//
// The path of its file shows the purpose of a descriptor, in whatever process it was opened.
#include "model.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// Whether a descriptor is that of a request although it came from a process with other mounts, and shows another path.
static bool is_passed_request(int descriptor, unsigned long number)
{
    char path[PATH_MAX + 32];
    struct stat ours, theirs;
    snprintf(path, sizeof path, "%s/requests/%lu", model_root(), number);
    return syscall(SYS_newfstatat, AT_FDCWD, path, &ours, 0) == 0 &&
           syscall(SYS_newfstatat, descriptor, "", &theirs, AT_EMPTY_PATH) == 0 && ours.st_dev == theirs.st_dev &&
           ours.st_ino == theirs.st_ino;
}

bool file_of(int descriptor, struct file *file)
{
    char path[64], target[PATH_MAX];
    const char *root = model_root();
    const size_t length = strlen(root);
    if (descriptor < 0) return false;
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    long count = syscall(SYS_readlinkat, AT_FDCWD, path, target, sizeof target - 1);
    if (count <= 0) return false;
    target[count] = 0;
    memset(file, 0, sizeof *file);
    const char *requests = strstr(target, "/requests/");
    if (requests) {
        char *end;
        unsigned long number = strtoul(requests + 10, &end, 10);
        if (*end || number >= maximum_requests || !model_state()->requests[number].is_active) return false;
        if (strncmp(target, root, length) != 0 && !is_passed_request(descriptor, number)) return false;
        file->request = &model_state()->requests[number];
        return true;
    }
    if (strncmp(target, root, length) != 0) return false;
    file->device = model_device(target);
    return file->device;
}

static long open_request(unsigned int number, int flags)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/requests/%u", model_root(), number);
    return syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0644);
}

// The file is locked by its opening, which all copies of the descriptor share; the lock goes when the last is closed.
struct request *file_make_request(struct device *device, unsigned int version, int *descriptor)
{
    struct state *state = model_state();
    for (unsigned int number = 0; number < maximum_requests; number++) {
        struct request *lines = &state->requests[number];
        if (lines->is_active) continue;
        long file = open_request(number, O_RDWR | O_CREAT);
        if (file < 0 || flock((int)file, LOCK_EX) != 0) return NULL;
        memset(lines, 0, sizeof *lines);
        lines->is_active = true;
        lines->version = version;
        lines->device = (unsigned int)(device - state->devices);
        *descriptor = (int)file;
        return lines;
    }
    return NULL;
}

void file_drop_requests(void)
{
    for (unsigned int number = 0; number < maximum_requests; number++) {
        struct request *lines = &model_state()->requests[number];
        if (!lines->is_active) continue;
        long file = open_request(number, O_RDWR);
        if (file < 0) continue;
        if (flock((int)file, LOCK_EX | LOCK_NB) == 0) gpio_release(lines);
        syscall(SYS_close, file);
    }
}

static long answer(const struct file *file, unsigned long request, void *argument)
{
    if (file->request) {
        if (file->request->version == 1) return gpio_v1_lines_request(file->request, request, argument);
        return gpio_v2_lines_request(file->request, request, argument);
    }
    if (file->device->kind == memory) return -ENOTTY;
    if (file->device->kind == state_machines) return pio_request(file->device, request, argument);
    if (file->device->kind == spi_device) return spi_request(file->device, request, argument);
    return gpio_chip_request(file->device, request, argument);
}

int ioctl(int descriptor, unsigned long request, ...)
{
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    // The kernel looks at 32 bits; callers that keep the number in an int extend its sign.
    request = (unsigned int)request;
    struct file file;
    const bool is_of_model = model_is_active() && file_of(descriptor, &file);
    // The real kernel is asked in any case, so that strace(1) sees what the program asks; of a file of the model it
    // knows no such call, and its answer does not count.
    long result = syscall(SYS_ioctl, descriptor, request, argument);
    if (!is_of_model) return (int)result;
    if (file.device && pio_is_transfer(file.device, request)) {
        result = pio_transfer(file.device, argument);
    } else {
        lock_begin();
        result = answer(&file, request, argument);
        lock_end();
    }
    if (result >= 0) return (int)result;
    errno = (int)-result;
    return -1;
}

void *mmap(void *place, size_t length, int protection, int flags, int descriptor, off_t offset)
{
    struct file file;
    if (descriptor < 0 || !model_is_active() || !file_of(descriptor, &file) || !file.device) {
        return (void *)syscall(SYS_mmap, place, length, protection, flags, descriptor, offset);
    }
    if (file.device->mapping_refusal) {
        errno = file.device->mapping_refusal;
        return MAP_FAILED;
    }
    lock_begin();
    log_begin(file.device, "map");
    log_add(" %#lx %#zx", (long)offset, length);
    log_end();
    lock_end();
    return (void *)syscall(SYS_mmap, place, length, protection, flags, descriptor, offset);
}

// On 64-bit systems off64_t is off_t.
void *mmap64(void *place, size_t length, int protection, int flags, int descriptor, off64_t offset)
{
    return mmap(place, length, protection, flags, descriptor, offset);
}

int close(int descriptor)
{
    struct file file;
    const bool is_of_model = model_is_active() && file_of(descriptor, &file);
    int result = (int)syscall(SYS_close, descriptor);
    if (!is_of_model) return result;
    lock_begin();
    if (file.request) {
        file_drop_requests();
    } else if (file.device->kind == state_machines) {
        pio_close(file.device);
    }
    lock_end();
    return result;
}
