#include "CImageCodecs.h"
#include "image_library.h"

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

static __typeof__(WebPInitDecoderConfigInternal) *init_config;
static __typeof__(WebPDecode) *decode;
static __typeof__(WebPAnimDecoderOptionsInitInternal) *init_options;
static __typeof__(WebPAnimDecoderNewInternal) *new_decoder;
static __typeof__(WebPAnimDecoderGetInfo) *get_info;
static __typeof__(WebPAnimDecoderGetNext) *get_next;
static __typeof__(WebPAnimDecoderHasMoreFrames) *has_more_frames;
static __typeof__(WebPAnimDecoderDelete) *delete_decoder;

bool webp_reader_load(char message[image_message_size])
{
    static const struct image_function functions[] = {{"WebPInitDecoderConfigInternal", (void **)&init_config},
                                                      {"WebPDecode", (void **)&decode},
                                                      {NULL, NULL}};
    static const struct image_function of_animations[] = {
        {"WebPAnimDecoderOptionsInitInternal", (void **)&init_options},
        {"WebPAnimDecoderNewInternal", (void **)&new_decoder},
        {"WebPAnimDecoderGetInfo", (void **)&get_info},
        {"WebPAnimDecoderGetNext", (void **)&get_next},
        {"WebPAnimDecoderHasMoreFrames", (void **)&has_more_frames},
        {"WebPAnimDecoderDelete", (void **)&delete_decoder},
        {NULL, NULL}};
    return image_library_load("libwebp.so.7", "libwebp7", functions, message) &&
           image_library_load("libwebpdemux.so.2", "libwebpdemux2", of_animations, message);
}

static bool fail(char *message, const char *text)
{
    snprintf(message, image_message_size, "%s", text);
    return false;
}

bool webp_reader_read(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *samples,
                      char message[image_message_size])
{
    WebPDecoderConfig config;
    message[0] = 0;
    if (!webp_reader_load(message)) return false;
    if (!init_config(&config, WEBP_DECODER_ABI_VERSION)) return fail(message, "the library is of another version");
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = samples;
    config.output.u.RGBA.stride = (int)(4 * width);
    config.output.u.RGBA.size = (size_t)4 * width * height;
    switch (decode(bytes, count, &config)) {
    case VP8_STATUS_OK: return true;
    case VP8_STATUS_OUT_OF_MEMORY: return fail(message, "out of memory");
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return fail(message, "the file ends early");
    default: return fail(message, "the file is damaged");
    }
}

struct webp_animation {
    WebPAnimDecoder *decoder;
    WebPAnimInfo info;
};

struct webp_animation *webp_animation_open(const uint8_t *bytes, size_t count, char message[image_message_size])
{
    WebPAnimDecoderOptions options;
    const WebPData data = {.bytes = bytes, .size = count};
    message[0] = 0;
    if (!webp_reader_load(message)) return NULL;
    struct webp_animation *animation = calloc(1, sizeof *animation);
    if (animation != NULL && init_options(&options, WEBP_DEMUX_ABI_VERSION)) {
        options.color_mode = MODE_RGBA;
        animation->decoder = new_decoder(&data, &options, WEBP_DEMUX_ABI_VERSION);
        if (animation->decoder != NULL && get_info(animation->decoder, &animation->info)) return animation;
    }
    fail(message, "the file is damaged, or ends early");
    webp_animation_close(animation);
    return NULL;
}

uint32_t webp_animation_width(const struct webp_animation *animation) { return animation->info.canvas_width; }

uint32_t webp_animation_height(const struct webp_animation *animation) { return animation->info.canvas_height; }

uint32_t webp_animation_loops(const struct webp_animation *animation) { return animation->info.loop_count; }

bool webp_animation_has_more(const struct webp_animation *animation) { return has_more_frames(animation->decoder); }

const uint8_t *webp_animation_next(struct webp_animation *animation, int *end, char message[image_message_size])
{
    uint8_t *samples = NULL;
    message[0] = 0;
    if (get_next(animation->decoder, &samples, end)) return samples;
    fail(message, "a frame is damaged");
    return NULL;
}

void webp_animation_close(struct webp_animation *animation)
{
    if (animation == NULL) return;
    if (animation->decoder != NULL) delete_decoder(animation->decoder);
    free(animation);
}
