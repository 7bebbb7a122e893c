// The first version of the kernel's interface to GPIO lines, which libgpiod 1.6 uses (linux/gpio.h).
#include "model.h"

#include <errno.h>
#include <string.h>

long gpio_v1_line_info(struct device *chip, struct gpioline_info *info)
{
    unsigned int offset = info->line_offset;
    if (offset >= chip->line_count) return -EINVAL;
    const struct line *line = &chip->lines[offset];
    memset(info, 0, sizeof *info);
    info->line_offset = offset;
    memcpy(info->name, line->name, sizeof info->name);
    memcpy(info->consumer, line->consumer, sizeof info->consumer);
    if (line->is_used) info->flags |= GPIOLINE_FLAG_KERNEL;
    if (line->is_output) info->flags |= GPIOLINE_FLAG_IS_OUT;
    return 0;
}

long gpio_v1_take(struct device *chip, struct gpiohandle_request *request)
{
    uint32_t direction = request->flags & (GPIOHANDLE_REQUEST_INPUT | GPIOHANDLE_REQUEST_OUTPUT);
    if (direction == (GPIOHANDLE_REQUEST_INPUT | GPIOHANDLE_REQUEST_OUTPUT)) return -EINVAL;
    if (request->lines > GPIOHANDLES_MAX) return -EINVAL;
    uint64_t levels = 0;
    for (unsigned int i = 0; i < request->lines; i++) levels |= (uint64_t)!!request->default_values[i] << i;
    char consumer[sizeof request->consumer_label];
    memcpy(consumer, request->consumer_label, sizeof consumer);
    consumer[sizeof consumer - 1] = 0;
    return gpio_take(chip, 1, &request->fd, request->lineoffsets, request->lines, consumer,
                     direction == GPIOHANDLE_REQUEST_OUTPUT, levels);
}

// All lines of a handle are set at a time: that is the trap of this version.
static long set(struct request *lines, const struct gpiohandle_data *data)
{
    uint64_t levels = 0;
    for (unsigned int i = 0; i < lines->count; i++) levels |= (uint64_t)!!data->values[i] << i;
    return gpio_set(lines, levels, ~(uint64_t)0);
}

long gpio_v1_lines_request(struct request *lines, unsigned long request, void *argument)
{
    struct gpiohandle_data *data = argument;
    switch (request) {
    case GPIOHANDLE_SET_LINE_VALUES_IOCTL: return set(lines, data);
    case GPIOHANDLE_GET_LINE_VALUES_IOCTL:
        memset(data, 0, sizeof *data);
        for (unsigned int i = 0; i < lines->count; i++) data->values[i] = gpio_get(lines) >> i & 1;
        return 0;
    default: return -ENOTTY;
    }
}
