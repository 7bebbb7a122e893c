// Output lines with the first generation of libgpiod's API (1.6).
#include "CGPIOLines.h"

#include <dirent.h>
#include <errno.h>
#include <gpiod.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef GPIOD_LINE_BULK_MAX_LINES

struct gpio_lines {
    struct gpiod_chip *chip;
    struct gpiod_line_bulk bulk;
    // The levels of all lines: they share one handle of the kernel, which sets all lines at a time, and libgpiod fills in
    // zeros for lines that a call leaves out.
    int levels[gpio_lines_maximum];
    // The handle, which libgpiod does not give.
    int descriptor;
};

// The descriptors of this process that are handles of lines (drivers/gpio/gpiolib-cdev.c names them so).
enum { maximum_handles = 64 };
struct handles {
    int count, descriptors[maximum_handles];
};

static bool holds(const struct handles *handles, int descriptor)
{
    for (int i = 0; i < handles->count; i++) {
        if (handles->descriptors[i] == descriptor) return true;
    }
    return false;
}

static void find_handles(struct handles *handles)
{
    handles->count = 0;
    DIR *folder = opendir("/proc/self/fd");
    if (!folder) return;
    struct dirent *entry;
    while ((entry = readdir(folder)) && handles->count < maximum_handles) {
        char path[64], target[64] = "";
        if (strlen(entry->d_name) > 16) continue;
        snprintf(path, sizeof path, "/proc/self/fd/%.16s", entry->d_name);
        if (readlink(path, target, sizeof target - 1) < 0 || strcmp(target, "anon_inode:gpio-linehandle") != 0) continue;
        handles->descriptors[handles->count++] = atoi(entry->d_name);
    }
    closedir(folder);
}

// The new handle; -1 where there is no new one, or several.
static int new_handle(const struct handles *before)
{
    struct handles present;
    find_handles(&present);
    int result = -1;
    for (int i = 0; i < present.count; i++) {
        if (holds(before, present.descriptors[i])) continue;
        if (result >= 0) return -1;
        result = present.descriptors[i];
    }
    return result;
}

static void copy(char *target, size_t size, const char *text) { snprintf(target, size, "%s", text ? text : ""); }

// Closes the chip without losing the error number.
static void close_keeping_errno(struct gpiod_chip *chip)
{
    int code = errno;
    gpiod_chip_close(chip);
    errno = code;
}

int gpio_lines_describe_chip(const char *path, struct gpio_lines_chip *result)
{
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return -1;
    copy(result->label, sizeof result->label, gpiod_chip_label(chip));
    result->lines = gpiod_chip_num_lines(chip);
    gpiod_chip_close(chip);
    return 0;
}

int gpio_lines_describe_line(const char *path, unsigned int offset, struct gpio_lines_line *result)
{
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return -1;
    struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
    if (line) {
        copy(result->name, sizeof result->name, gpiod_line_name(line));
        copy(result->consumer, sizeof result->consumer, gpiod_line_consumer(line));
        result->is_used = gpiod_line_is_used(line);
    }
    close_keeping_errno(chip);
    return line ? 0 : -1;
}

int gpio_lines_find(const char *path, const char *name)
{
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return -1;
    errno = ENOENT;
    struct gpiod_line *line = gpiod_chip_find_line(chip, name);
    int offset = line ? (int)gpiod_line_offset(line) : -1;
    close_keeping_errno(chip);
    return offset;
}

// Opens the chip and takes the lines; what is open after a failure is closed by the caller.
static int take(struct gpio_lines *lines, const char *path, const unsigned int *offsets, unsigned int count,
                bool is_output, const char *consumer)
{
    lines->chip = gpiod_chip_open(path);
    if (!lines->chip) return -1;
    gpiod_line_bulk_init(&lines->bulk);
    for (unsigned int i = 0; i < count; i++) {
        struct gpiod_line *line = gpiod_chip_get_line(lines->chip, offsets[i]);
        if (!line) return -1;
        gpiod_line_bulk_add(&lines->bulk, line);
    }
    struct handles before;
    find_handles(&before);
    int result = is_output ? gpiod_line_request_bulk_output(&lines->bulk, consumer, lines->levels)
                           : gpiod_line_request_bulk_input(&lines->bulk, consumer);
    if (result != 0) return -1;
    lines->descriptor = new_handle(&before);
    return 0;
}

static struct gpio_lines *request(const char *path, const unsigned int *offsets, unsigned int count, bool is_output,
                                  uint64_t levels, const char *consumer)
{
    if (count == 0 || count > gpio_lines_maximum) {
        errno = EINVAL;
        return NULL;
    }
    struct gpio_lines *lines = calloc(1, sizeof *lines);
    if (!lines) return NULL;
    for (unsigned int i = 0; i < count; i++) lines->levels[i] = levels >> i & 1;
    if (take(lines, path, offsets, count, is_output, consumer) == 0) return lines;
    if (lines->chip) close_keeping_errno(lines->chip);
    free(lines);
    return NULL;
}

struct gpio_lines *gpio_lines_request(const char *path, const unsigned int *offsets, unsigned int count,
                                      uint64_t levels, const char *consumer)
{
    return request(path, offsets, count, true, levels, consumer);
}

struct gpio_lines *gpio_lines_request_inputs(const char *path, const unsigned int *offsets, unsigned int count,
                                             const char *consumer)
{
    return request(path, offsets, count, false, 0, consumer);
}

int gpio_lines_set(struct gpio_lines *lines, uint64_t levels, uint64_t mask)
{
    unsigned int count = gpiod_line_bulk_num_lines(&lines->bulk);
    for (unsigned int i = 0; i < count; i++) {
        if (mask >> i & 1) lines->levels[i] = levels >> i & 1;
    }
    return gpiod_line_set_value_bulk(&lines->bulk, lines->levels);
}

int gpio_lines_descriptor(const struct gpio_lines *lines) { return lines->descriptor; }

void gpio_lines_release(struct gpio_lines *lines)
{
    if (!lines) return;
    gpiod_line_release_bulk(&lines->bulk);
    gpiod_chip_close(lines->chip);
    free(lines);
}

#endif
