/// Input lines of a GPIO chip that report their edges, the same for libgpiod 1.6 and 2.x.
///
/// Functions that fail set errno and return -1, or NULL.
#ifndef CGPIOEDGES_H
#define CGPIOEDGES_H

#include <stdbool.h>
#include <stdint.h>

/// The most lines of a request, and the most edges that are read at a time.
enum { gpio_edges_maximum_lines = 16, gpio_edges_maximum = 256 };

/// The bias of a line.
enum gpio_edges_bias { gpio_edges_as_is, gpio_edges_pull_up, gpio_edges_pull_down, gpio_edges_no_bias };

/// An edge of a line.
struct gpio_edge {
    /// CLOCK_MONOTONIC in nanoseconds, as the interrupt came (kernel 5.7 and newer).
    int64_t nanoseconds;
    /// The place of the line in the request.
    uint32_t line;
    /// Whether the line is high from then on.
    bool rises;
};

/// Lines that this process holds as inputs and watches.
struct gpio_edges;

/// Whether the kernel's interface of the compiled generation can debounce.
bool gpio_edges_can_debounce(void);

/// Takes lines as inputs and watches their edges; `biases` has one for each line, `microseconds` one debounce period for each
/// (0 turns it off), which has no effect where the kernel cannot debounce.
struct gpio_edges *gpio_edges_request(const char *path, const unsigned int *offsets, const enum gpio_edges_bias *biases,
                                      const uint32_t *microseconds, unsigned int count, const char *consumer);

/// Becomes readable when edges are pending.
int gpio_edges_descriptor(const struct gpio_edges *edges);

/// Reads the present levels; bit i is line i of the request.
int gpio_edges_levels(struct gpio_edges *edges, uint64_t *levels);

/// Reads pending edges, at most `gpio_edges_maximum`, in the order of time; returns how many.
int gpio_edges_take(struct gpio_edges *edges, struct gpio_edge *result);

/// Releases the lines.
void gpio_edges_release(struct gpio_edges *edges);

#endif
