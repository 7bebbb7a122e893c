/// Output lines of a GPIO chip, the same for libgpiod 1.6 and 2.x.
///
/// Chips are named by the path of their device file. Functions that fail set errno and return -1, or NULL.
#ifndef CGPIOLINES_H
#define CGPIOLINES_H

#include "CGPIOEdges.h"
#include "linux_pio.h"
#include "linux_scan.h"
#include "linux_spi.h"

#include <stdbool.h>
#include <stdint.h>

/// The most lines of one request, in either generation and in the kernel (linux/gpio.h).
enum { gpio_lines_maximum = 64 };

/// The kernel's description of a chip.
struct gpio_lines_chip {
    /// The name of the driver, such as "pinctrl-rp1".
    char label[32];
    /// The number of lines.
    unsigned int lines;
};

/// The kernel's description of a line.
struct gpio_lines_line {
    /// The name the board gives it, such as "GPIO17"; empty without one.
    char name[32];
    /// The name of its holder; empty where it is free or the holder gave no name.
    char consumer[32];
    /// Whether it is in use.
    bool is_used;
};

/// Lines that this process holds, all as outputs or all as inputs.
struct gpio_lines;

/// The compiled generation of libgpiod's API: 1 or 2.
int gpio_lines_api_generation(void);

/// The version of the library that is linked, such as "2.2.1".
const char *gpio_lines_library_version(void);

/// Describes a chip; ENOTTY or ENODEV if the file is not a GPIO chip.
int gpio_lines_describe_chip(const char *path, struct gpio_lines_chip *chip);

/// Describes a line and its holder.
int gpio_lines_describe_line(const char *path, unsigned int offset, struct gpio_lines_line *line);

/// Returns the place of the first line of that name; -1 and ENOENT where no line has it.
int gpio_lines_find(const char *path, const char *name);

/// Takes lines as outputs, at once; bit i of `levels` is the level of line i of `offsets`.
struct gpio_lines *gpio_lines_request(const char *path, const unsigned int *offsets, unsigned int count,
                                      uint64_t levels, const char *consumer);

/// Takes lines as inputs, so that no program makes them outputs.
struct gpio_lines *gpio_lines_request_inputs(const char *path, const unsigned int *offsets, unsigned int count,
                                             const char *consumer);

/// Drives the lines of `mask` by one system call and leaves the others as they are; does not allocate.
int gpio_lines_set(struct gpio_lines *lines, uint64_t levels, uint64_t mask);

/// The descriptor behind the lines, of the kernel's interface of the generation above; -1 where it is not known.
int gpio_lines_descriptor(const struct gpio_lines *lines);

/// Releases the lines, none for NULL; the chip's driver decides what they drive afterwards.
void gpio_lines_release(struct gpio_lines *lines);

#endif
