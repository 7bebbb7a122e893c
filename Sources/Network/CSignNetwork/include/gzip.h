/// Files compressed by gzip (RFC 1952), through zlib.
#ifndef GZIP_H
#define GZIP_H

#include <stddef.h>
#include <stdint.h>

/// Compresses bytes as far as it goes; returns the number of bytes written, 0 where they would be more than the capacity.
size_t gzip_compress(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity);

#endif
