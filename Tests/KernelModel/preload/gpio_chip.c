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

static struct device *chip_of(const struct request *lines) { return &model_state()->devices[lines->device]; }

long gpio_chip_request(struct device *chip, unsigned long request, void *argument)
{
    file_drop_requests();
    switch (request) {
    case GPIO_GET_CHIPINFO_IOCTL: return chip_info(chip, argument);
    case GPIO_GET_LINEINFO_IOCTL: return gpio_v1_line_info(chip, argument);
    case GPIO_GET_LINEHANDLE_IOCTL: return gpio_v1_take(chip, argument);
    case GPIO_V2_GET_LINEINFO_IOCTL: return gpio_v2_line_info(chip, argument);
    case GPIO_V2_GET_LINE_IOCTL: return gpio_v2_take(chip, argument);
    default: return -EINVAL;
    }
}

long gpio_take(struct device *chip, unsigned int version, int *descriptor, const unsigned int *offsets,
               unsigned int count, const char *consumer, bool is_output, uint64_t levels)
{
    if (count == 0 || count > maximum_lines) return -EINVAL;
    for (unsigned int i = 0; i < count; i++) {
        if (offsets[i] >= chip->line_count) return -EINVAL;
        if (chip->lines[offsets[i]].is_used) return -EBUSY;
        for (unsigned int j = 0; j < i; j++) {
            if (offsets[j] == offsets[i]) return -EBUSY;
        }
    }
    struct request *lines = file_make_request(chip, version, descriptor);
    if (!lines) return -EMFILE;
    lines->count = count;
    lines->is_output = is_output;
    log_begin(chip, "request");
    for (unsigned int i = 0; i < count; i++) {
        struct line *line = &chip->lines[offsets[i]];
        lines->offsets[i] = offsets[i];
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

long gpio_set(struct request *lines, uint64_t levels, uint64_t mask)
{
    if (!lines->is_output) return -EPERM;
    struct device *chip = chip_of(lines);
    int refusal = model_answer(chip);
    if (refusal) return -refusal;
    log_begin(chip, "set");
    for (unsigned int i = 0; i < lines->count; i++) {
        struct line *line = &chip->lines[lines->offsets[i]];
        bool level = levels >> i & 1;
        if (!(mask >> i & 1) || (line->level == level && !model_state()->is_uncertain)) continue;
        line->level = level;
        log_add(" %u=%d", lines->offsets[i], level);
    }
    model_state()->is_uncertain = false;
    log_end();
    return 0;
}

uint64_t gpio_get(const struct request *lines)
{
    uint64_t levels = 0;
    for (unsigned int i = 0; i < lines->count; i++) {
        levels |= (uint64_t)chip_of(lines)->lines[lines->offsets[i]].level << i;
    }
    return levels;
}

// Outputs of a forgetful chip become inputs, which a Raspberry Pi pulls up (GPIO 0 to 8) or down.
void gpio_release(struct request *lines)
{
    struct device *chip = chip_of(lines);
    log_begin(chip, "release");
    for (unsigned int i = 0; i < lines->count; i++) {
        struct line *line = &chip->lines[lines->offsets[i]];
        line->is_used = false;
        line->consumer[0] = 0;
        log_add(" %u", lines->offsets[i]);
        if (!chip->is_forgetful || !lines->is_output) continue;
        line->is_output = false;
        line->level = lines->offsets[i] <= 8;
        log_add("=%d", line->level);
    }
    lines->is_active = false;
    log_end();
}
