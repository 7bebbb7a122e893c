// Edges of input lines with the first generation of libgpiod's API (1.6): one descriptor for each line.
#include "CGPIOEdges.h"

#include <errno.h>
#include <gpiod.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#ifdef GPIOD_LINE_BULK_MAX_LINES

// How many edges of a line are read at a time.
enum { maximum_of_line = gpio_edges_maximum / gpio_edges_maximum_lines };

struct gpio_edges {
    struct gpiod_chip *chip;
    unsigned int count;
    struct gpiod_line *lines[gpio_edges_maximum_lines];
    // All descriptors behind one.
    int poll;
};

bool gpio_edges_can_debounce(void) { return false; }

static int flags_of(enum gpio_edges_bias bias)
{
    switch (bias) {
    case gpio_edges_pull_up: return GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
    case gpio_edges_pull_down: return GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
    case gpio_edges_no_bias: return GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
    case gpio_edges_as_is: break;
    }
    return 0;
}

static int take_line(struct gpio_edges *edges, unsigned int offset, enum gpio_edges_bias bias, const char *consumer)
{
    struct gpiod_line *line = gpiod_chip_get_line(edges->chip, offset);
    if (!line || gpiod_line_request_both_edges_events_flags(line, consumer, flags_of(bias)) != 0) return -1;
    edges->lines[edges->count] = line;
    edges->count++;
    int descriptor = gpiod_line_event_get_fd(line);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = edges->count - 1};
    return descriptor < 0 ? -1 : epoll_ctl(edges->poll, EPOLL_CTL_ADD, descriptor, &event);
}

struct gpio_edges *gpio_edges_request(const char *path, const unsigned int *offsets, const enum gpio_edges_bias *biases,
                                      const uint32_t *microseconds, unsigned int count, const char *consumer)
{
    (void)microseconds;
    if (count == 0 || count > gpio_edges_maximum_lines) {
        errno = EINVAL;
        return NULL;
    }
    struct gpio_edges *edges = calloc(1, sizeof *edges);
    if (!edges) return NULL;
    edges->poll = epoll_create1(EPOLL_CLOEXEC);
    edges->chip = gpiod_chip_open(path);
    int result = edges->poll >= 0 && edges->chip ? 0 : -1;
    for (unsigned int i = 0; i < count && result == 0; i++) result = take_line(edges, offsets[i], biases[i], consumer);
    if (result == 0) return edges;
    int code = errno;
    gpio_edges_release(edges);
    errno = code;
    return NULL;
}

int gpio_edges_descriptor(const struct gpio_edges *edges) { return edges->poll; }

int gpio_edges_levels(struct gpio_edges *edges, uint64_t *levels)
{
    *levels = 0;
    for (unsigned int i = 0; i < edges->count; i++) {
        int value = gpiod_line_get_value(edges->lines[i]);
        if (value < 0) return -1;
        *levels |= (uint64_t)(value != 0) << i;
    }
    return 0;
}

static int compare(const void *first, const void *second)
{
    const struct gpio_edge *a = first, *b = second;
    return (a->nanoseconds > b->nanoseconds) - (a->nanoseconds < b->nanoseconds);
}

int gpio_edges_take(struct gpio_edges *edges, struct gpio_edge *result)
{
    struct epoll_event ready[gpio_edges_maximum_lines];
    int lines = epoll_wait(edges->poll, ready, gpio_edges_maximum_lines, 0);
    if (lines < 0) return errno == EINTR ? 0 : -1;
    int count = 0;
    for (int i = 0; i < lines; i++) {
        struct gpiod_line_event events[maximum_of_line];
        uint32_t place = ready[i].data.u32;
        int read = gpiod_line_event_read_multiple(edges->lines[place], events, maximum_of_line);
        if (read < 0) return -1;
        for (int k = 0; k < read; k++) {
            result[count++] = (struct gpio_edge){
                .nanoseconds = (int64_t)events[k].ts.tv_sec * 1000000000 + events[k].ts.tv_nsec,
                .line = place,
                .rises = events[k].event_type == GPIOD_LINE_EVENT_RISING_EDGE,
            };
        }
    }
    // Each line reports its own edges in order.
    qsort(result, (size_t)count, sizeof *result, compare);
    return count;
}

void gpio_edges_release(struct gpio_edges *edges)
{
    for (unsigned int i = 0; i < edges->count; i++) gpiod_line_release(edges->lines[i]);
    if (edges->chip) gpiod_chip_close(edges->chip);
    if (edges->poll >= 0) close(edges->poll);
    free(edges);
}

#endif
