#include "CHEIF.h"

#define FUNCTIONS(X)                                                                                                   \
    X(const char *, heif_get_version, (void), ())                                                                      \
    X(int, heif_have_decoder_for_format, (enum heif_compression_format format), (format))                              \
    X(struct heif_context *, heif_context_alloc, (void), ())                                                           \
    X(struct heif_error, heif_context_read_from_memory_without_copy,                                                   \
      (struct heif_context * context, const void *bytes, size_t size, const struct heif_reading_options *options),     \
      (context, bytes, size, options))                                                                                 \
    X(int, heif_context_get_number_of_top_level_images, (struct heif_context * context), (context))                    \
    X(int, heif_context_get_list_of_top_level_image_IDs,                                                               \
      (struct heif_context * context, heif_item_id * items, int count), (context, items, count))                       \
    X(struct heif_error, heif_context_get_primary_image_ID, (struct heif_context * context, heif_item_id * item),      \
      (context, item))                                                                                                 \
    X(struct heif_error, heif_context_get_image_handle,                                                                \
      (struct heif_context * context, heif_item_id item, struct heif_image_handle * *handle), (context, item, handle)) \
    X(int, heif_image_handle_get_width, (const struct heif_image_handle *handle), (handle))                            \
    X(int, heif_image_handle_get_height, (const struct heif_image_handle *handle), (handle))                           \
    X(int, heif_image_handle_has_alpha_channel, (const struct heif_image_handle *handle), (handle))                    \
    X(int, heif_image_handle_get_list_of_metadata_block_IDs,                                                           \
      (const struct heif_image_handle *handle, const char *kind, heif_item_id *blocks, int count),                     \
      (handle, kind, blocks, count))                                                                                   \
    X(size_t, heif_image_handle_get_metadata_size, (const struct heif_image_handle *handle, heif_item_id block),       \
      (handle, block))                                                                                                 \
    X(struct heif_error, heif_image_handle_get_metadata,                                                               \
      (const struct heif_image_handle *handle, heif_item_id block, void *bytes), (handle, block, bytes))               \
    X(size_t, heif_image_handle_get_raw_color_profile_size, (const struct heif_image_handle *handle), (handle))        \
    X(struct heif_error, heif_image_handle_get_raw_color_profile,                                                      \
      (const struct heif_image_handle *handle, void *bytes), (handle, bytes))                                          \
    X(struct heif_decoding_options *, heif_decoding_options_alloc, (void), ())                                         \
    X(struct heif_error, heif_decode_image,                                                                            \
      (const struct heif_image_handle *handle, struct heif_image **image, enum heif_colorspace space,                  \
       enum heif_chroma chroma, const struct heif_decoding_options *options),                                          \
      (handle, image, space, chroma, options))                                                                         \
    X(int, heif_image_get_width, (const struct heif_image *image, enum heif_channel channel), (image, channel))        \
    X(int, heif_image_get_height, (const struct heif_image *image, enum heif_channel channel), (image, channel))       \
    X(const uint8_t *, heif_image_get_plane_readonly,                                                                  \
      (const struct heif_image *image, enum heif_channel channel, int *stride), (image, channel, stride))
#define PROCEDURES(X)                                                                                                  \
    X(void, heif_context_free, (struct heif_context * context), (context))                                             \
    X(void, heif_image_handle_release, (const struct heif_image_handle *handle), (handle))                             \
    X(void, heif_decoding_options_free, (struct heif_decoding_options * options), (options))                           \
    X(void, heif_image_release, (const struct heif_image *image), (image))

#define FILE_NAME "libheif.so.1"
#define FILE_NAME_ON_APPLE "libheif.1.dylib"
#define IS_GLOBAL false
#define IS_HERE espy_heif_is_here
#include "../Loading/Functions.h"
