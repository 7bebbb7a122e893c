// The second version of the kernel's interface to GPIO lines, which libgpiod 2 uses (linux/gpio.h).
#include "model.h"

#include <errno.h>
#include <string.h>

// The kernel refuses undefined bits that are not zero.
static bool is_zero(const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (((const char *)bytes)[i]) return false;
    }
    return true;
}

long gpio_v2_line_info(struct device *chip, struct gpio_v2_line_info *info)
{
    unsigned int offset = info->offset;
    if (!is_zero(info->padding, sizeof info->padding) || offset >= chip->line_count) return -EINVAL;
    const struct line *line = &chip->lines[offset];
    memset(info, 0, sizeof *info);
    info->offset = offset;
    memcpy(info->name, line->name, sizeof info->name);
    memcpy(info->consumer, line->consumer, sizeof info->consumer);
    if (line->is_used) info->flags |= GPIO_V2_LINE_FLAG_USED;
    info->flags |= line->is_output ? GPIO_V2_LINE_FLAG_OUTPUT : GPIO_V2_LINE_FLAG_INPUT;
    return 0;
}

long gpio_v2_take(struct device *chip, struct gpio_v2_line_request *request)
{
    struct gpio_v2_line_config *config = &request->config;
    const uint64_t direction = GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_OUTPUT;
    if (!is_zero(request->padding, sizeof request->padding) || !is_zero(config->padding, sizeof config->padding)) {
        return -EINVAL;
    }
    if (config->num_attrs > GPIO_V2_LINE_NUM_ATTRS_MAX || (config->flags & direction) == direction) return -EINVAL;
    uint64_t levels = 0, known = 0, flags = config->flags;
    for (unsigned int i = 0; i < config->num_attrs; i++) {
        const struct gpio_v2_line_config_attribute *attribute = &config->attrs[i];
        if (attribute->attr.padding) return -EINVAL;
        if (attribute->attr.id == GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES) {
            // Of several attributes for a line the first one counts.
            levels |= attribute->attr.values & attribute->mask & ~known;
            known |= attribute->mask;
        } else if (attribute->attr.id == GPIO_V2_LINE_ATTR_ID_FLAGS && attribute->mask & 1) {
            // The direction of the first line stands for all.
            flags = attribute->attr.flags;
        }
    }
    char consumer[sizeof request->consumer];
    memcpy(consumer, request->consumer, sizeof consumer);
    consumer[sizeof consumer - 1] = 0;
    return gpio_take(chip, 2, &request->fd, request->offsets, request->num_lines, consumer,
                     flags & GPIO_V2_LINE_FLAG_OUTPUT, levels);
}

long gpio_v2_lines_request(struct request *lines, unsigned long request, void *argument)
{
    struct gpio_v2_line_values *values = argument;
    uint64_t all = lines->count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << lines->count) - 1;
    switch (request) {
    case GPIO_V2_LINE_SET_VALUES_IOCTL:
        return values->mask & all ? gpio_set(lines, values->bits, values->mask) : -EINVAL;
    case GPIO_V2_LINE_GET_VALUES_IOCTL:
        if (!(values->mask & all)) return -EINVAL;
        values->bits = gpio_get(lines) & values->mask;
        return 0;
    default: return -EINVAL;
    }
}
