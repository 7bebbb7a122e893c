// The libraries of image files: giflib and libpng's simplified interface as they are, and readers of PNG, JPEG and WebP files
// from memory.
//
// That of PNG files uses libpng's row interface: all colour types, bit depths and interlacing, as 8 bits per channel. That
// reports errors by longjmp(3), which must not pass over Swift frames; so it stays inside these functions. Those of JPEG and WebP
// files load their libraries (TurboJPEG, libwebp) when they are first called.
//
// All of them give samples of red, green, blue and plain alpha, one byte each, rows without padding, and say in `message` why
// they return false or NULL.
#ifndef CIMAGECODECS_H
#define CIMAGECODECS_H

// libpng's header needs it.
#include <stdio.h>

#include <gif_lib.h>
#include <png.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { image_message_size = 128 };

// A PNG file that is being read.
struct png_reader;

// Takes the file's header. The bytes have to stay where they are until png_reader_close.
struct png_reader *png_reader_open(const uint8_t *bytes, size_t count, char message[image_message_size]);

// The picture's columns and rows, as the header declares them.
uint32_t png_reader_width(const struct png_reader *reader);
uint32_t png_reader_height(const struct png_reader *reader);

// Whether the rows come in the seven passes of Adam7.
bool png_reader_is_interlaced(const struct png_reader *reader);

// Begins to read the picture, once.
bool png_reader_start(struct png_reader *reader, char message[image_message_size]);

// Reads the next row, in sRGB; `samples` takes 4 bytes for each pixel of a whole row.
//
// An interlaced picture gives the rows of its passes one after the other, each with the pixels of the pass alone; passes
// without pixels are left out. A file that names no gamma counts as sRGB at every bit depth. Memory: a few rows.
bool png_reader_row(struct png_reader *reader, uint8_t *samples, char message[image_message_size]);

// Forgets the file; NULL is allowed.
void png_reader_close(struct png_reader *reader);

// A JPEG file that is being read.
struct jpeg_reader;

// Loads the library; the other functions do that themselves.
bool jpeg_reader_load(char message[image_message_size]);

// Takes the file's header, with no memory for the picture. The bytes have to stay where they are until jpeg_reader_close.
struct jpeg_reader *jpeg_reader_open(const uint8_t *bytes, size_t count, char message[image_message_size]);

// The picture's columns and rows, as the header declares them, before any turn.
uint32_t jpeg_reader_width(const struct jpeg_reader *reader);
uint32_t jpeg_reader_height(const struct jpeg_reader *reader);

// Whether the colours are those of printers, which cannot be read.
bool jpeg_reader_is_cmyk(const struct jpeg_reader *reader);

// Reads the picture at 1/1, 1/2, 1/4 or 1/8 of its sides, rounded up. Of a progressive picture its coefficients are in memory,
// 3 to 6 bytes a pixel; it may have 500 scans.
bool jpeg_reader_read(const struct jpeg_reader *reader, unsigned int divisor, uint8_t *samples,
                      char message[image_message_size]);

// Forgets the file; NULL is allowed.
void jpeg_reader_close(struct jpeg_reader *reader);

// Loads the libraries; the other functions do that themselves.
bool webp_reader_load(char message[image_message_size]);

// Reads a still WebP file of that size.
bool webp_reader_read(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *samples,
                      char message[image_message_size]);

// An animated WebP file that is being read.
struct webp_animation;

// Takes memory for two whole pictures. The bytes have to stay where they are until webp_animation_close.
struct webp_animation *webp_animation_open(const uint8_t *bytes, size_t count, char message[image_message_size]);

// The size of all pictures, and how often they are shown; 0 is forever.
uint32_t webp_animation_width(const struct webp_animation *animation);
uint32_t webp_animation_height(const struct webp_animation *animation);
uint32_t webp_animation_loops(const struct webp_animation *animation);

// Whether there is another picture.
bool webp_animation_has_more(const struct webp_animation *animation);

// The next picture, which stays until the next call, and its end in milliseconds since the start of the first one.
const uint8_t *webp_animation_next(struct webp_animation *animation, int *end, char message[image_message_size]);

// Forgets the file; NULL is allowed.
void webp_animation_close(struct webp_animation *animation);

// An animated WebP file that is being written, without loss; it is shown forever.
struct webp_writer;

// Begins a file of that size, of up to 16383 pixels a side.
struct webp_writer *webp_writer_open(uint32_t width, uint32_t height, char message[image_message_size]);

// Adds a picture of red, green and blue, one byte each, that is shown from a number of milliseconds on.
bool webp_writer_add(struct webp_writer *writer, const uint8_t *samples, int start, char message[image_message_size]);

// Ends the file at a number of milliseconds; its bytes stay until webp_writer_close.
bool webp_writer_finish(struct webp_writer *writer, int end, const uint8_t **bytes, size_t *count,
                        char message[image_message_size]);

// Forgets the file; NULL is allowed.
void webp_writer_close(struct webp_writer *writer);

#endif
