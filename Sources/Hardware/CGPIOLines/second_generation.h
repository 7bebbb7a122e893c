// The common parts of requests of the second generation of libgpiod's API.
#ifndef SECOND_GENERATION_H
#define SECOND_GENERATION_H

#include <errno.h>
#include <gpiod.h>
#include <stdbool.h>

// The parts of a request.
struct request_parts {
    struct gpiod_line_settings *settings;
    struct gpiod_line_config *lines;
    struct gpiod_request_config *request;
};

// Makes the parts of a request under a name; false and errno without memory, and they must be freed even then.
static inline bool make_parts(struct request_parts *parts, const char *consumer)
{
    parts->settings = gpiod_line_settings_new();
    parts->lines = gpiod_line_config_new();
    parts->request = gpiod_request_config_new();
    if (parts->request) gpiod_request_config_set_consumer(parts->request, consumer);
    return parts->settings && parts->lines && parts->request;
}

// Frees the parts without losing the error number.
static inline void free_parts(struct request_parts *parts)
{
    int code = errno;
    gpiod_request_config_free(parts->request);
    gpiod_line_config_free(parts->lines);
    gpiod_line_settings_free(parts->settings);
    errno = code;
}

// Closes the chip without losing the error number.
static inline void close_keeping_errno(struct gpiod_chip *chip)
{
    int code = errno;
    gpiod_chip_close(chip);
    errno = code;
}

#endif
