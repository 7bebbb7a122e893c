// The open files of the model, and the calls that are made on them.
#include "model.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct file files[most_files];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct file *file_of(int descriptor)
{
    if (descriptor < 0 || descriptor >= most_files || !files[descriptor].device) return NULL;
    return &files[descriptor];
}

void file_opened(int descriptor, struct device *device)
{
    if (descriptor < 0 || descriptor >= most_files) return;
    pthread_mutex_lock(&lock);
    memset(&files[descriptor], 0, sizeof files[descriptor]);
    files[descriptor].device = device;
    pthread_mutex_unlock(&lock);
}

// Called under the lock, from a request.
struct file *file_make_request(struct device *device, int *descriptor)
{
    long number = syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC, 0);
    if (number < 0 || number >= most_files) return NULL;
    struct file *file = &files[number];
    memset(file, 0, sizeof *file);
    file->device = device;
    file->is_request = true;
    *descriptor = (int)number;
    return file;
}

static long answer(struct file *file, unsigned long request, void *argument)
{
    if (file->device->kind == memory) return -ENOTTY;
    if (file->device->kind == spi_device) return spi_request(file->device, request, argument);
    if (!file->is_request) return gpio_chip_request(file->device, request, argument);
    long result = gpio_v1_lines_request(file, request, argument);
    return result == -ENOTTY ? gpio_v2_lines_request(file, request, argument) : result;
}

int ioctl(int descriptor, unsigned long request, ...)
{
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    // The kernel looks at 32 bits; callers that keep the number in an int extend its sign.
    request = (unsigned int)request;
    struct file *file = model_is_active() ? file_of(descriptor) : NULL;
    // The real kernel is asked in any case, so that strace(1) sees what the program asks; of a file of the model it
    // knows nothing, and its answer does not count.
    long result = syscall(SYS_ioctl, descriptor, request, argument);
    if (!file) return (int)result;
    pthread_mutex_lock(&lock);
    result = answer(file, request, argument);
    pthread_mutex_unlock(&lock);
    if (result >= 0) return (int)result;
    errno = (int)-result;
    return -1;
}

void *mmap(void *place, size_t length, int protection, int flags, int descriptor, off_t offset)
{
    struct file *file = descriptor >= 0 && model_is_active() ? file_of(descriptor) : NULL;
    if (file && file->device->mapping_refusal) {
        errno = file->device->mapping_refusal;
        return MAP_FAILED;
    }
    if (file) {
        pthread_mutex_lock(&lock);
        log_begin(file->device, "map");
        log_add(" %#lx %#zx", (long)offset, length);
        log_end();
        pthread_mutex_unlock(&lock);
    }
    return (void *)syscall(SYS_mmap, place, length, protection, flags, descriptor, offset);
}

// On 64-bit systems off64_t is off_t.
void *mmap64(void *place, size_t length, int protection, int flags, int descriptor, off64_t offset)
{
    return mmap(place, length, protection, flags, descriptor, offset);
}

int close(int descriptor)
{
    struct file *file = model_is_active() ? file_of(descriptor) : NULL;
    if (file) {
        pthread_mutex_lock(&lock);
        if (file->is_request) gpio_release(file);
        file->device = NULL;
        pthread_mutex_unlock(&lock);
    }
    return (int)syscall(SYS_close, descriptor);
}
