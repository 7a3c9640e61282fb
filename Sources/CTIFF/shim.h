#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <tiffio.h>

// libtiff reads through callbacks and reports through variable arguments, neither of which Swift can write.

struct espy_tiff {
    const uint8_t *bytes;
    size_t count;
    size_t place;
    // The first error, with a zero at its end.
    char message[256];
};

static inline tmsize_t espy_tiff_read(thandle_t handle, void *target, tmsize_t count) {
    struct espy_tiff *file = (struct espy_tiff *)handle;
    if (count < 0 || file->place >= file->count) return 0;
    size_t left = file->count - file->place;
    size_t taken = (size_t)count < left ? (size_t)count : left;
    memcpy(target, file->bytes + file->place, taken);
    file->place += taken;
    return (tmsize_t)taken;
}

static inline tmsize_t espy_tiff_write(thandle_t handle, void *source, tmsize_t count) {
    (void)handle; (void)source; (void)count;
    return -1;
}

static inline toff_t espy_tiff_seek(thandle_t handle, toff_t offset, int from) {
    struct espy_tiff *file = (struct espy_tiff *)handle;
    uint64_t start = from == SEEK_CUR ? file->place : from == SEEK_END ? file->count : 0;
    file->place = (size_t)(start + offset);
    return (toff_t)file->place;
}

static inline int espy_tiff_close(thandle_t handle) { (void)handle; return 0; }

static inline toff_t espy_tiff_size(thandle_t handle) { return ((struct espy_tiff *)handle)->count; }

static inline int espy_tiff_error(TIFF *tiff, void *user, const char *module, const char *format, va_list values) {
    (void)tiff; (void)module;
    struct espy_tiff *file = (struct espy_tiff *)user;
    if (file->message[0] == 0) vsnprintf(file->message, sizeof file->message, format, values);
    return 1;
}

static inline int espy_tiff_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list values) {
    (void)tiff; (void)user; (void)module; (void)format; (void)values;
    return 1;
}

/// Decodes the first picture as it is stored: not turned, premultiplied, red in the lowest byte.
/// `pixels` holds `width * height` of them. Returns 1, or 0 with a message.
static inline int espy_tiff_decode(struct espy_tiff *file, uint32_t width, uint32_t height, uint32_t *pixels) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return 0;
    // No strip, palette or table is larger than the picture itself.
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)width * height * 16 + (64 << 20));
    TIFFOpenOptionsSetErrorHandlerExtR(options, espy_tiff_error, file);
    TIFFOpenOptionsSetWarningHandlerExtR(options, espy_tiff_warning, file);
    TIFF *tiff = TIFFClientOpenExt(
        "picture", "rm", (thandle_t)file, espy_tiff_read, espy_tiff_write, espy_tiff_seek, espy_tiff_close,
        espy_tiff_size, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    if (!tiff) return 0;
    TIFFRGBAImage image;
    char reason[1024] = "";
    int done = 0;
    if (TIFFRGBAImageOK(tiff, reason) && TIFFRGBAImageBegin(&image, tiff, 1, reason)) {
        if (image.width == width && image.height == height) {
            image.req_orientation = image.orientation;
            done = TIFFRGBAImageGet(&image, pixels, width, height);
        } else {
            snprintf(reason, sizeof reason, "two sizes");
        }
        TIFFRGBAImageEnd(&image);
    }
    if (!done && file->message[0] == 0) snprintf(file->message, sizeof file->message, "%s", reason);
    TIFFClose(tiff);
    return done;
}
