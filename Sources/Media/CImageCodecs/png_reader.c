#include "CImageCodecs.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct png_reader {
    png_structp png;
    png_infop info;
    const uint8_t *bytes;
    size_t left;
    // Where the current call says what went wrong.
    char *message;
};

static void fail(png_structp png, png_const_charp text)
{
    struct png_reader *reader = png_get_error_ptr(png);
    snprintf(reader->message, image_message_size, "%s", text);
    longjmp(png_jmpbuf(png), 1);
}

// Warnings are about chunks that do not change the picture.
static void warn(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static void take(png_structp png, png_bytep data, size_t count)
{
    struct png_reader *reader = png_get_io_ptr(png);
    if (count > reader->left)
        png_error(png, "the file ends early");
    memcpy(data, reader->bytes, count);
    reader->bytes += count;
    reader->left -= count;
}

// Leaves out the ancillary chunks (texts, profiles, palettes to suggest), whose sizes nothing limits together, but not those
// that say what the samples mean; tRNS is never left out.
static void choose_chunks(png_structp png)
{
    static const png_byte needed[] = {'g', 'A', 'M', 'A', 0, 's', 'R', 'G', 'B', 0};
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, needed, 2);
}

struct png_reader *png_reader_open(const uint8_t *bytes, size_t count, char message[image_message_size])
{
    message[0] = 0;
    if (count < 8 || png_sig_cmp(bytes, 0, 8) != 0) {
        snprintf(message, image_message_size, "%s", "not a PNG file");
        return NULL;
    }
    struct png_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        snprintf(message, image_message_size, "%s", "out of memory");
        return NULL;
    }
    reader->bytes = bytes;
    reader->left = count;
    reader->message = message;
    reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, fail, warn);
    if (reader->png != NULL)
        reader->info = png_create_info_struct(reader->png);
    if (reader->info == NULL) {
        snprintf(message, image_message_size, "%s", "out of memory");
        png_reader_close(reader);
        return NULL;
    }
    if (setjmp(png_jmpbuf(reader->png)) != 0) {
        png_reader_close(reader);
        return NULL;
    }
    png_set_read_fn(reader->png, reader, take);
    png_set_benign_errors(reader->png, 1);
    choose_chunks(reader->png);
    png_read_info(reader->png, reader->info);
    return reader;
}

uint32_t png_reader_width(const struct png_reader *reader)
{
    return png_get_image_width(reader->png, reader->info);
}

uint32_t png_reader_height(const struct png_reader *reader)
{
    return png_get_image_height(reader->png, reader->info);
}

// Asks for 8 bits of red, green, blue and alpha in sRGB, whatever the file has.
static void ask_for_samples(png_structp png)
{
    png_set_alpha_mode(png, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
}

bool png_reader_is_interlaced(const struct png_reader *reader)
{
    return png_get_interlace_type(reader->png, reader->info) != PNG_INTERLACE_NONE;
}

bool png_reader_start(struct png_reader *reader, char message[image_message_size])
{
    message[0] = 0;
    reader->message = message;
    if (setjmp(png_jmpbuf(reader->png)) != 0)
        return false;
    ask_for_samples(reader->png);
    png_read_update_info(reader->png, reader->info);
    if (png_get_rowbytes(reader->png, reader->info) != (size_t)png_reader_width(reader) * 4)
        png_error(reader->png, "unexpected row length");
    return true;
}

bool png_reader_row(struct png_reader *reader, uint8_t *samples, char message[image_message_size])
{
    message[0] = 0;
    reader->message = message;
    if (setjmp(png_jmpbuf(reader->png)) != 0)
        return false;
    png_read_row(reader->png, samples, NULL);
    return true;
}

void png_reader_close(struct png_reader *reader)
{
    if (reader == NULL)
        return;
    if (reader->png != NULL)
        png_destroy_read_struct(&reader->png, &reader->info, NULL);
    free(reader);
}
