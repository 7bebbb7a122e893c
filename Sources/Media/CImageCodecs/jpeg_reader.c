#include "CImageCodecs.h"
#include "image_library.h"

#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

static __typeof__(tjInitDecompress) *init_decompress;
static __typeof__(tjDecompressHeader3) *decompress_header;
static __typeof__(tjDecompress2) *decompress;
static __typeof__(tjGetErrorStr2) *error_text;
static __typeof__(tjDestroy) *destroy;

struct jpeg_reader {
    tjhandle handle;
    const uint8_t *bytes;
    size_t count;
    int width, height, color_space;
};

bool jpeg_reader_load(char message[image_message_size])
{
    static const struct image_function functions[] = {{"tjInitDecompress", (void **)&init_decompress},
                                                      {"tjDecompressHeader3", (void **)&decompress_header},
                                                      {"tjDecompress2", (void **)&decompress},
                                                      {"tjGetErrorStr2", (void **)&error_text},
                                                      {"tjDestroy", (void **)&destroy},
                                                      {NULL, NULL}};
    return image_library_load("libturbojpeg.so.0", "libturbojpeg0", functions, message);
}

// The library's words, without the name of its function in front.
static void explain(const struct jpeg_reader *reader, char *message)
{
    const char *text = error_text(reader->handle);
    const char *words = strstr(text, "(): ");
    snprintf(message, image_message_size, "%s", words == NULL ? text : words + 4);
}

struct jpeg_reader *jpeg_reader_open(const uint8_t *bytes, size_t count, char message[image_message_size])
{
    message[0] = 0;
    if (!jpeg_reader_load(message)) return NULL;
    struct jpeg_reader *reader = calloc(1, sizeof *reader);
    if (reader != NULL) reader->handle = init_decompress();
    if (reader == NULL || reader->handle == NULL) {
        snprintf(message, image_message_size, "%s", "out of memory");
        free(reader);
        return NULL;
    }
    reader->bytes = bytes;
    reader->count = count;
    int subsampling;
    if (decompress_header(reader->handle, bytes, count, &reader->width, &reader->height, &subsampling,
                          &reader->color_space) != 0)
        explain(reader, message);
    else if (reader->width > 0 && reader->height > 0)
        return reader;
    else
        snprintf(message, image_message_size, "%s", "the file has no picture");
    jpeg_reader_close(reader);
    return NULL;
}

uint32_t jpeg_reader_width(const struct jpeg_reader *reader) { return (uint32_t)reader->width; }

uint32_t jpeg_reader_height(const struct jpeg_reader *reader) { return (uint32_t)reader->height; }

bool jpeg_reader_is_cmyk(const struct jpeg_reader *reader)
{
    return reader->color_space == TJCS_CMYK || reader->color_space == TJCS_YCCK;
}

bool jpeg_reader_read(const struct jpeg_reader *reader, unsigned int divisor, uint8_t *samples,
                      char message[image_message_size])
{
    const tjscalingfactor factor = {.num = 1, .denom = (int)divisor};
    const int width = TJSCALED(reader->width, factor), height = TJSCALED(reader->height, factor);
    message[0] = 0;
    if (decompress(reader->handle, reader->bytes, reader->count, samples, width, 0, height, TJPF_RGBA, TJFLAG_LIMITSCANS) == 0)
        return true;
    explain(reader, message);
    // A picture is whole in spite of bytes that do not belong to it; cameras send such files.
    return strstr(message, "extraneous bytes before marker") != NULL;
}

void jpeg_reader_close(struct jpeg_reader *reader)
{
    if (reader == NULL) return;
    destroy(reader->handle);
    free(reader);
}
