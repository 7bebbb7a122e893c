// A GPIO chip and lines that are taken (drivers/gpio/gpiolib-cdev.c), whatever the version of the interface.
#include "model.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static long chip_info(struct device *chip, struct gpiochip_info *info)
{
    memset(info, 0, sizeof *info);
    memcpy(info->name, chip->name, sizeof info->name);
    memcpy(info->label, chip->label, sizeof info->label);
    info->lines = chip->line_count;
    return 0;
}

long gpio_chip_request(struct device *chip, unsigned long request, void *argument)
{
    switch (request) {
    case GPIO_GET_CHIPINFO_IOCTL: return chip_info(chip, argument);
    case GPIO_GET_LINEINFO_IOCTL: return gpio_v1_line_info(chip, argument);
    case GPIO_GET_LINEHANDLE_IOCTL: return gpio_v1_take(chip, argument);
    case GPIO_V2_GET_LINEINFO_IOCTL: return gpio_v2_line_info(chip, argument);
    case GPIO_V2_GET_LINE_IOCTL: return gpio_v2_take(chip, argument);
    default: return -EINVAL;
    }
}

long gpio_take(struct device *chip, struct file **file, int *descriptor, const unsigned int *offsets,
               unsigned int count, const char *consumer, bool is_output, uint64_t levels)
{
    if (count == 0 || count > most_lines) return -EINVAL;
    for (unsigned int i = 0; i < count; i++) {
        if (offsets[i] >= chip->line_count) return -EINVAL;
        if (chip->lines[offsets[i]].is_used) return -EBUSY;
        for (unsigned int j = 0; j < i; j++) {
            if (offsets[j] == offsets[i]) return -EBUSY;
        }
    }
    *file = file_make_request(chip, descriptor);
    if (!*file) return -EMFILE;
    (*file)->count = count;
    (*file)->is_output = is_output;
    log_begin(chip, "request");
    for (unsigned int i = 0; i < count; i++) {
        struct line *line = &chip->lines[offsets[i]];
        (*file)->offsets[i] = offsets[i];
        line->is_used = true;
        line->is_output = is_output;
        snprintf(line->consumer, sizeof line->consumer, "%s", consumer[0] ? consumer : "?");
        if (is_output) line->level = levels >> i & 1;
        log_add(is_output ? " %u=%d" : " %u", offsets[i], line->level);
    }
    log_add(" %s", consumer);
    log_end();
    return 0;
}

long gpio_set(struct file *file, uint64_t levels, uint64_t mask)
{
    if (!file->is_output) return -EPERM;
    int refusal = model_answer(file->device);
    if (refusal) return -refusal;
    log_begin(file->device, "set");
    for (unsigned int i = 0; i < file->count; i++) {
        struct line *line = &file->device->lines[file->offsets[i]];
        bool level = levels >> i & 1;
        if (!(mask >> i & 1) || line->level == level) continue;
        line->level = level;
        log_add(" %u=%d", file->offsets[i], level);
    }
    log_end();
    return 0;
}

uint64_t gpio_get(const struct file *file)
{
    uint64_t levels = 0;
    for (unsigned int i = 0; i < file->count; i++) {
        levels |= (uint64_t)file->device->lines[file->offsets[i]].level << i;
    }
    return levels;
}

void gpio_release(struct file *file)
{
    log_begin(file->device, "release");
    for (unsigned int i = 0; i < file->count; i++) {
        struct line *line = &file->device->lines[file->offsets[i]];
        line->is_used = false;
        line->consumer[0] = 0;
        log_add(" %u", file->offsets[i]);
    }
    log_end();
}
