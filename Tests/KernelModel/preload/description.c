// Reads the description, and says where the program's paths really are.
#include "model.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static char root[PATH_MAX];
static struct state *state;
static pthread_once_t loaded = PTHREAD_ONCE_INIT;

static struct device *find(const char *name)
{
    for (unsigned int i = 0; i < state->device_count; i++) {
        if (strcmp(state->devices[i].name, name) == 0) return &state->devices[i];
    }
    return NULL;
}

static struct device *add(const char *name)
{
    if (state->device_count == maximum_devices) return NULL;
    struct device *device = &state->devices[state->device_count];
    snprintf(device->name, sizeof device->name, "%s", name);
    device->minor = state->device_count++;
    device->mode = 0660;
    return device;
}

static void read_line(const char *text)
{
    char name[32], rest[32] = "";
    unsigned int number, number2;
    struct device *device;
    if (sscanf(text, "chip %31s %u %31[^\n]", name, &number, rest) == 3 && (device = add(name))) {
        device->kind = gpio_chip;
        device->major = 254;
        device->line_count = number < maximum_lines ? number : maximum_lines;
        snprintf(device->label, sizeof device->label, "%s", rest);
    } else if (sscanf(text, "spi %31s", name) == 1 && (device = add(name))) {
        device->kind = spi_device;
        device->major = 153;
    } else if (sscanf(text, "memory %31s", name) == 1 && (device = add(name))) {
        device->kind = memory;
        device->major = 1;
    } else if (sscanf(text, "pio %31s %u %31s", name, &number, rest) == 3 && (device = add(name))) {
        static const char *const faults[] = {"none", "full", "taken", "old", "deaf"};
        device->kind = state_machines;
        device->major = 240;
        state->pio.rate = number;
        for (int i = 0; i < 5; i++) {
            if (strcmp(rest, faults[i]) == 0) state->pio.fault = (enum pio_fault)i;
        }
    } else if (sscanf(text, "unmappable %31s %u", name, &number) == 2 && (device = find(name))) {
        device->mapping_refusal = (int)number;
    } else if (sscanf(text, "bufsiz %u", &number) == 1) {
        state->buffer_size = number;
    } else if (sscanf(text, "memfd %31s", name) == 1) {
        state->wants_sealed_files = strcmp(name, "sealed") == 0;
        state->knows_no_seals = strcmp(name, "old") == 0;
    } else if (sscanf(text, "forgetful %31s", name) == 1 && (device = find(name))) {
        device->is_forgetful = true;
    } else if (sscanf(text, "group %31s %u %o", name, &number, &number2) == 3 && (device = find(name))) {
        device->group = number;
        device->mode = number2;
    } else if (sscanf(text, "refuse %31s %u", name, &number) == 2 && (device = find(name))) {
        device->refusal = (int)number;
    } else if (sscanf(text, "answer %31s %u", name, &number) == 2 && (device = find(name))) {
        if (device->answer_count < maximum_answers) device->answers[device->answer_count++] = (int)number;
    } else if (sscanf(text, "line %31s %u %31[^\n]", name, &number, rest) == 3 && (device = find(name)) &&
               number < device->line_count) {
        snprintf(device->lines[number].name, sizeof rest, "%s", rest);
    } else if (sscanf(text, "used %31s %u %31[^\n]", name, &number, rest) >= 2 && (device = find(name)) &&
               number < device->line_count) {
        device->lines[number].is_used = true;
        snprintf(device->lines[number].consumer, sizeof rest, "%s", rest);
    } else {
        fprintf(stderr, "kernel model: not understood: %s", text);
        _exit(99);
    }
}

static void read_description(void)
{
    __typeof__(&fopen) real_fopen = dlsym(RTLD_NEXT, "fopen");
    char path[PATH_MAX + 16], text[256];
    snprintf(path, sizeof path, "%s/description", root);
    FILE *file = real_fopen(path, "re");
    if (!file) {
        fprintf(stderr, "kernel model: cannot read %s\n", path);
        _exit(99);
    }
    while (fgets(text, sizeof text, file)) read_line(text);
    fclose(file);
}

static void fail(const char *what)
{
    fprintf(stderr, "kernel model: %s: %s\n", what, strerror(errno));
    _exit(99);
}

// Maps the state, which the first process fills in. The mapping keeps the file open, and with it the lock.
static void load(void)
{
    const char *folder = getenv("LEDSIGN_KERNEL_MODEL");
    __typeof__(&realpath) real_realpath = dlsym(RTLD_NEXT, "realpath");
    char path[PATH_MAX + 16], resolved[PATH_MAX];
    if (!folder || !real_realpath(folder, resolved)) return;
    snprintf(path, sizeof path, "%s/state", resolved);
    int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    struct stat status;
    if (descriptor < 0 || flock(descriptor, LOCK_EX) != 0 || fstat(descriptor, &status) != 0) fail(path);
    const bool is_first = status.st_size == 0;
    if (is_first && ftruncate(descriptor, sizeof *state) != 0) fail(path);
    state = (void *)syscall(SYS_mmap, NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0L);
    if (state == MAP_FAILED) fail(path);
    strcpy(root, resolved);
    if (is_first) {
        state->buffer_size = 4096;
        read_description();
    }
    flock(descriptor, LOCK_UN);
    syscall(SYS_close, descriptor);
}

bool model_is_active(void)
{
    pthread_once(&loaded, load);
    return root[0] != 0;
}

const char *model_root(void) { return root; }
unsigned int model_buffer_size(void) { return state->buffer_size; }
struct state *model_state(void) { return state; }

struct device *model_device(const char *path)
{
    size_t length = strlen(root);
    if (!model_is_active() || strncmp(path, root, length) != 0 || strncmp(path + length, "/dev/", 5) != 0) return NULL;
    return find(path + length + 5);
}

int model_answer(struct device *device)
{
    return device->answers_given < device->answer_count ? device->answers[device->answers_given++] : 0;
}

const char *model_path(const char *path, char *buffer)
{
    // What the machine that runs the tests may have of the kind is hidden.
    static const char *const hidden[] = {
        "/dev/gpiochip", "/dev/spidev", "/dev/gpiomem", "/dev/mem", "/dev/pio", "/boot/", "/sys/module/spidev", "/sys/module/pinctrl", "/sys/bus/gpio",
        "/proc/device-tree/", "/run/systemd/timesync/",
    };
    if (!model_is_active() || !path || path[0] != '/' || strncmp(path, root, strlen(root)) == 0) return path;
    // A model has files in there, but no list of processes.
    if (strcmp(path, "/proc") == 0) return path;
    if (snprintf(buffer, PATH_MAX, "%s%s", root, path) >= PATH_MAX) return path;
    if (faccessat(AT_FDCWD, buffer, F_OK, AT_SYMLINK_NOFOLLOW) == 0) return buffer;
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        if (strncmp(path, hidden[i], strlen(hidden[i])) == 0) return buffer;
    }
    return path;
}
