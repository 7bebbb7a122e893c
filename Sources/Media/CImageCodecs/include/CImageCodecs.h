// The libraries of image files: giflib and libpng's simplified interface as they are, and a reader of PNG files.
//
// It reads from memory with libpng's row interface: all colour types, bit depths and interlacing, as 8 bits per channel. That
// reports errors by longjmp(3), which must not pass over Swift frames; so it stays inside these functions.
#ifndef CIMAGECODECS_H
#define CIMAGECODECS_H

// libpng's header needs it.
#include <stdio.h>

#include <gif_lib.h>
#include <png.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { png_reader_message_size = 128 };

// A file that is being read.
struct png_reader;

// Takes the file's header. The bytes have to stay where they are until png_reader_close. Returns NULL on an error, and
// then says why in `message`.
struct png_reader *png_reader_open(const uint8_t *bytes, size_t count, char message[png_reader_message_size]);

// The picture's columns and rows, as the header declares them.
uint32_t png_reader_width(const struct png_reader *reader);
uint32_t png_reader_height(const struct png_reader *reader);

// Whether the rows come in the seven passes of Adam7.
bool png_reader_is_interlaced(const struct png_reader *reader);

// Begins to read the picture, once. Returns false on an error, and then says why in `message`.
bool png_reader_start(struct png_reader *reader, char message[png_reader_message_size]);

// Reads the next row: red, green, blue and alpha of each pixel, in sRGB and with plain alpha; `samples` takes 4 bytes for each
// pixel of a whole row. Returns false on an error, and then says why in `message`.
//
// An interlaced picture gives the rows of its passes one after the other, each with the pixels of the pass alone; passes
// without pixels are left out. A file that names no gamma counts as sRGB at every bit depth. Memory: a few rows.
bool png_reader_row(struct png_reader *reader, uint8_t *samples, char message[png_reader_message_size]);

// Forgets the file; NULL is allowed.
void png_reader_close(struct png_reader *reader);

#endif
