// Edges of input lines with the second generation of libgpiod's API (2.0 and newer).
#include "CGPIOEdges.h"

#include <errno.h>
#include <gpiod.h>
#include <stdlib.h>

#ifndef GPIOD_LINE_BULK_MAX_LINES

#include "second_generation.h"

struct gpio_edges {
    struct gpiod_line_request *request;
    struct gpiod_edge_event_buffer *buffer;
    unsigned int count;
    unsigned int offsets[gpio_edges_maximum_lines];
};

bool gpio_edges_can_debounce(void) { return true; }

static enum gpiod_line_bias bias_of(enum gpio_edges_bias bias)
{
    switch (bias) {
    case gpio_edges_pull_up: return GPIOD_LINE_BIAS_PULL_UP;
    case gpio_edges_pull_down: return GPIOD_LINE_BIAS_PULL_DOWN;
    case gpio_edges_no_bias: return GPIOD_LINE_BIAS_DISABLED;
    case gpio_edges_as_is: break;
    }
    return GPIOD_LINE_BIAS_AS_IS;
}

static int configure(struct gpiod_line_config *config, struct gpiod_line_settings *settings, const unsigned int *offsets,
                     const enum gpio_edges_bias *biases, const uint32_t *microseconds, unsigned int count)
{
    if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) != 0) return -1;
    if (gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH) != 0) return -1;
    for (unsigned int i = 0; i < count; i++) {
        if (gpiod_line_settings_set_bias(settings, bias_of(biases[i])) != 0) return -1;
        gpiod_line_settings_set_debounce_period_us(settings, microseconds[i]);
        if (gpiod_line_config_add_line_settings(config, &offsets[i], 1, settings) != 0) return -1;
    }
    return 0;
}

static struct gpiod_line_request *take(struct gpiod_chip *chip, const unsigned int *offsets,
                                       const enum gpio_edges_bias *biases, const uint32_t *microseconds,
                                       unsigned int count, const char *consumer)
{
    struct gpiod_line_request *request = NULL;
    struct request_parts parts;
    if (make_parts(&parts, consumer)
        && configure(parts.lines, parts.settings, offsets, biases, microseconds, count) == 0) {
        gpiod_request_config_set_event_buffer_size(parts.request, gpio_edges_maximum);
        request = gpiod_chip_request_lines(chip, parts.request, parts.lines);
    }
    free_parts(&parts);
    return request;
}

struct gpio_edges *gpio_edges_request(const char *path, const unsigned int *offsets, const enum gpio_edges_bias *biases,
                                      const uint32_t *microseconds, unsigned int count, const char *consumer)
{
    if (count == 0 || count > gpio_edges_maximum_lines) {
        errno = EINVAL;
        return NULL;
    }
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) return NULL;
    struct gpio_edges *edges = calloc(1, sizeof *edges);
    if (edges) {
        edges->count = count;
        for (unsigned int i = 0; i < count; i++) edges->offsets[i] = offsets[i];
        edges->buffer = gpiod_edge_event_buffer_new(gpio_edges_maximum);
        if (edges->buffer) edges->request = take(chip, offsets, biases, microseconds, count, consumer);
        if (!edges->request) {
            int code = errno;
            gpiod_edge_event_buffer_free(edges->buffer);
            free(edges);
            errno = code;
            edges = NULL;
        }
    }
    // The request outlives the chip.
    close_keeping_errno(chip);
    return edges;
}

int gpio_edges_descriptor(const struct gpio_edges *edges) { return gpiod_line_request_get_fd(edges->request); }

int gpio_edges_levels(struct gpio_edges *edges, uint64_t *levels)
{
    enum gpiod_line_value values[gpio_edges_maximum_lines];
    if (gpiod_line_request_get_values(edges->request, values) != 0) return -1;
    *levels = 0;
    for (unsigned int i = 0; i < edges->count; i++) *levels |= (uint64_t)(values[i] == GPIOD_LINE_VALUE_ACTIVE) << i;
    return 0;
}

static uint32_t place_of(const struct gpio_edges *edges, unsigned int offset)
{
    for (unsigned int i = 0; i < edges->count; i++) {
        if (edges->offsets[i] == offset) return i;
    }
    return 0;
}

int gpio_edges_take(struct gpio_edges *edges, struct gpio_edge *result)
{
    // Reading would wait without a pending edge.
    int ready = gpiod_line_request_wait_edge_events(edges->request, 0);
    if (ready <= 0) return ready;
    int count = gpiod_line_request_read_edge_events(edges->request, edges->buffer, gpio_edges_maximum);
    for (int i = 0; i < count; i++) {
        struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(edges->buffer, (unsigned long)i);
        result[i] = (struct gpio_edge){
            .nanoseconds = (int64_t)gpiod_edge_event_get_timestamp_ns(event),
            .line = place_of(edges, gpiod_edge_event_get_line_offset(event)),
            .rises = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE,
        };
    }
    return count;
}

void gpio_edges_release(struct gpio_edges *edges)
{
    gpiod_line_request_release(edges->request);
    gpiod_edge_event_buffer_free(edges->buffer);
    free(edges);
}

#endif
