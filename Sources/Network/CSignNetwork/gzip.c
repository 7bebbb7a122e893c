#include "gzip.h"

#include <string.h>
#include <zlib.h>

/// The largest window, and the head and the end of gzip around the data.
enum { gzip_window = 16 + MAX_WBITS, memory_level = 8 };

size_t gzip_compress(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_window, memory_level, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    // zlib never writes through next_in; its declaration lacks the const.
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = output;
    stream.avail_out = (uInt)capacity;
    const size_t written = deflate(&stream, Z_FINISH) == Z_STREAM_END ? stream.total_out : 0;
    deflateEnd(&stream);
    return written;
}
