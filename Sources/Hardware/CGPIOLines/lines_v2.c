// Output lines with the second generation of libgpiod's API (2.0 and newer).
#include "CGPIOLines.h"

#include <errno.h>
#include <gpiod.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef GPIOD_LINE_BULK_MAX_LINES

#include "second_generation.h"

struct gpio_lines {
    struct gpiod_line_request *request;
    unsigned int count;
    unsigned int offsets[gpio_lines_maximum];
};

static void copy(char *target, size_t size, const char *text) { snprintf(target, size, "%s", text ? text : ""); }

int gpio_lines_describe_chip(const char *path, struct gpio_lines_chip *result)
{
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return -1;
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    if (info) {
        copy(result->label, sizeof result->label, gpiod_chip_info_get_label(info));
        result->lines = gpiod_chip_info_get_num_lines(info);
        gpiod_chip_info_free(info);
    }
    close_keeping_errno(chip);
    return info ? 0 : -1;
}

int gpio_lines_describe_line(const char *path, unsigned int offset, struct gpio_lines_line *result)
{
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return -1;
    struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
    if (info) {
        copy(result->name, sizeof result->name, gpiod_line_info_get_name(info));
        copy(result->consumer, sizeof result->consumer, gpiod_line_info_get_consumer(info));
        result->is_used = gpiod_line_info_is_used(info);
        gpiod_line_info_free(info);
    }
    close_keeping_errno(chip);
    return info ? 0 : -1;
}

int gpio_lines_find(const char *path, const char *name)
{
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return -1;
    int offset = gpiod_chip_get_line_offset_from_name(chip, name);
    close_keeping_errno(chip);
    return offset;
}

// Describes the lines as inputs, or as outputs with their first levels.
static int configure(struct gpiod_line_config *config, struct gpiod_line_settings *settings,
                     const unsigned int *offsets, unsigned int count, bool is_output, uint64_t levels)
{
    if (!is_output) {
        if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) != 0) return -1;
        return gpiod_line_config_add_line_settings(config, offsets, count, settings);
    }
    if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT) != 0) return -1;
    for (unsigned int i = 0; i < count; i++) {
        enum gpiod_line_value level = levels >> i & 1 ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
        if (gpiod_line_settings_set_output_value(settings, level) != 0) return -1;
        if (gpiod_line_config_add_line_settings(config, &offsets[i], 1, settings) != 0) return -1;
    }
    return 0;
}

static struct gpiod_line_request *take(struct gpiod_chip *chip, const unsigned int *offsets, unsigned int count,
                                       bool is_output, uint64_t levels, const char *consumer)
{
    struct gpiod_line_request *request = NULL;
    struct request_parts parts;
    if (make_parts(&parts, consumer)
        && configure(parts.lines, parts.settings, offsets, count, is_output, levels) == 0) {
        request = gpiod_chip_request_lines(chip, parts.request, parts.lines);
    }
    free_parts(&parts);
    return request;
}

static struct gpio_lines *hold(const char *path, const unsigned int *offsets, unsigned int count, bool is_output,
                               uint64_t levels, const char *consumer)
{
    if (count == 0 || count > gpio_lines_maximum) {
        errno = EINVAL;
        return NULL;
    }
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return NULL;
    struct gpio_lines *lines = calloc(1, sizeof *lines);
    if (lines) {
        lines->count = count;
        for (unsigned int i = 0; i < count; i++) lines->offsets[i] = offsets[i];
        lines->request = take(chip, offsets, count, is_output, levels, consumer);
        if (!lines->request) {
            int code = errno;
            free(lines);
            errno = code;
            lines = NULL;
        }
    }
    // The request outlives the chip.
    close_keeping_errno(chip);
    return lines;
}

struct gpio_lines *gpio_lines_request(const char *path, const unsigned int *offsets, unsigned int count,
                                      uint64_t levels, const char *consumer)
{
    return hold(path, offsets, count, true, levels, consumer);
}

struct gpio_lines *gpio_lines_request_inputs(const char *path, const unsigned int *offsets, unsigned int count,
                                             const char *consumer)
{
    return hold(path, offsets, count, false, 0, consumer);
}

int gpio_lines_set(struct gpio_lines *lines, uint64_t levels, uint64_t mask)
{
    unsigned int offsets[gpio_lines_maximum];
    enum gpiod_line_value values[gpio_lines_maximum];
    unsigned int count = 0;
    for (unsigned int i = 0; i < lines->count; i++) {
        if (!(mask >> i & 1)) continue;
        offsets[count] = lines->offsets[i];
        values[count] = levels >> i & 1 ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
        count++;
    }
    return gpiod_line_request_set_values_subset(lines->request, count, offsets, values);
}

int gpio_lines_descriptor(const struct gpio_lines *lines) { return gpiod_line_request_get_fd(lines->request); }

void gpio_lines_release(struct gpio_lines *lines)
{
    if (!lines) return;
    gpiod_line_request_release(lines->request);
    free(lines);
}

#endif
