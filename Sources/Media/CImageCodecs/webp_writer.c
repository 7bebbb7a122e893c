#include "CImageCodecs.h"
#include "image_library.h"

#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

static __typeof__(WebPConfigInitInternal) *init_config;
static __typeof__(WebPConfigLosslessPreset) *set_lossless;
static __typeof__(WebPPictureInitInternal) *init_picture;
static __typeof__(WebPPictureImportRGB) *import_rgb;
static __typeof__(WebPPictureFree) *free_picture;
static __typeof__(WebPAnimEncoderOptionsInitInternal) *init_options;
static __typeof__(WebPAnimEncoderNewInternal) *new_encoder;
static __typeof__(WebPAnimEncoderAdd) *add_frame;
static __typeof__(WebPAnimEncoderAssemble) *assemble;
static __typeof__(WebPAnimEncoderGetError) *error_text;
static __typeof__(WebPAnimEncoderDelete) *delete_encoder;
static __typeof__(WebPFree) *free_bytes;

struct webp_writer {
    WebPAnimEncoder *encoder;
    WebPConfig config;
    WebPData file;
    int width, height;
};

static bool load(char *message)
{
    static const struct image_function functions[] = {{"WebPConfigInitInternal", (void **)&init_config},
                                                      {"WebPConfigLosslessPreset", (void **)&set_lossless},
                                                      {"WebPPictureInitInternal", (void **)&init_picture},
                                                      {"WebPPictureImportRGB", (void **)&import_rgb},
                                                      {"WebPPictureFree", (void **)&free_picture},
                                                      {"WebPFree", (void **)&free_bytes},
                                                      {NULL, NULL}};
    static const struct image_function of_animations[] = {
        {"WebPAnimEncoderOptionsInitInternal", (void **)&init_options},
        {"WebPAnimEncoderNewInternal", (void **)&new_encoder},
        {"WebPAnimEncoderAdd", (void **)&add_frame},
        {"WebPAnimEncoderAssemble", (void **)&assemble},
        {"WebPAnimEncoderGetError", (void **)&error_text},
        {"WebPAnimEncoderDelete", (void **)&delete_encoder},
        {NULL, NULL}};
    return image_library_load("libwebp.so.7", "libwebp7", functions, message) &&
           image_library_load("libwebpmux.so.3", "libwebpmux3", of_animations, message);
}

struct webp_writer *webp_writer_open(uint32_t width, uint32_t height, char message[image_message_size])
{
    WebPAnimEncoderOptions options;
    message[0] = 0;
    if (!load(message)) return NULL;
    struct webp_writer *writer = calloc(1, sizeof *writer);
    if (writer != NULL && init_options(&options, WEBP_MUX_ABI_VERSION) &&
        init_config(&writer->config, WEBP_PRESET_DEFAULT, 75, WEBP_ENCODER_ABI_VERSION) &&
        set_lossless(&writer->config, 6)) {
        // Forever, and no whole picture among the frames but the first.
        options.anim_params.loop_count = 0;
        options.kmax = 0;
        writer->width = (int)width;
        writer->height = (int)height;
        writer->encoder = new_encoder(writer->width, writer->height, &options, WEBP_MUX_ABI_VERSION);
        if (writer->encoder != NULL) return writer;
    }
    snprintf(message, image_message_size, "%s", "out of memory");
    webp_writer_close(writer);
    return NULL;
}

// The library's words.
static bool fail(const struct webp_writer *writer, char *message)
{
    snprintf(message, image_message_size, "%s", error_text(writer->encoder));
    return false;
}

bool webp_writer_add(struct webp_writer *writer, const uint8_t *samples, int start, char message[image_message_size])
{
    WebPPicture picture;
    message[0] = 0;
    if (!init_picture(&picture, WEBP_ENCODER_ABI_VERSION)) return fail(writer, message);
    picture.use_argb = 1;
    picture.width = writer->width;
    picture.height = writer->height;
    const bool is_done = import_rgb(&picture, samples, 3 * writer->width) &&
                         add_frame(writer->encoder, &picture, start, &writer->config);
    free_picture(&picture);
    return is_done || fail(writer, message);
}

bool webp_writer_finish(struct webp_writer *writer, int end, const uint8_t **bytes, size_t *count,
                        char message[image_message_size])
{
    message[0] = 0;
    if (!add_frame(writer->encoder, NULL, end, NULL) || !assemble(writer->encoder, &writer->file))
        return fail(writer, message);
    *bytes = writer->file.bytes;
    *count = writer->file.size;
    return true;
}

void webp_writer_close(struct webp_writer *writer)
{
    if (writer == NULL) return;
    if (writer->encoder != NULL) delete_encoder(writer->encoder);
    if (writer->file.bytes != NULL) free_bytes((void *)writer->file.bytes);
    free(writer);
}
