#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <tiffio.h>

// libtiff reads through callbacks and reports through variable arguments, neither of which Swift can write.

struct espy_tiff {
    const uint8_t *bytes;
    size_t count;
    // Zeros that are read behind the last byte, of a file that was cut short.
    size_t padding;
    size_t place;
    // The first error, with a zero at its end.
    char message[256];
};

static inline tmsize_t espy_tiff_read(thandle_t handle, void *target, tmsize_t count) {
    struct espy_tiff *file = (struct espy_tiff *)handle;
    size_t size = file->count + file->padding;
    if (count < 0 || file->place >= size) return 0;
    size_t taken = (size_t)count < size - file->place ? (size_t)count : size - file->place;
    size_t there = file->place < file->count ? file->count - file->place : 0;
    if (there > taken) there = taken;
    if (there > 0) memcpy(target, file->bytes + file->place, there);
    memset((uint8_t *)target + there, 0, taken - there);
    file->place += taken;
    return (tmsize_t)taken;
}

static inline tmsize_t espy_tiff_write(thandle_t handle, void *source, tmsize_t count) {
    (void)handle; (void)source; (void)count;
    return -1;
}

static inline toff_t espy_tiff_seek(thandle_t handle, toff_t offset, int from) {
    struct espy_tiff *file = (struct espy_tiff *)handle;
    uint64_t start = from == SEEK_CUR ? file->place : from == SEEK_END ? file->count + file->padding : 0;
    file->place = (size_t)(start + offset);
    return (toff_t)file->place;
}

static inline int espy_tiff_close(thandle_t handle) { (void)handle; return 0; }

static inline toff_t espy_tiff_size(thandle_t handle) {
    struct espy_tiff *file = (struct espy_tiff *)handle;
    return file->count + file->padding;
}

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

/// Opens the directory that begins at `place`, for a picture of `pixels`. Returns NULL with a message.
static inline TIFF *espy_tiff_open(struct espy_tiff *file, uint64_t place, uint64_t pixels) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return NULL;
    // No strip, palette or table is larger than the picture itself.
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)pixels * 16 + (64 << 20));
    TIFFOpenOptionsSetErrorHandlerExtR(options, espy_tiff_error, file);
    TIFFOpenOptionsSetWarningHandlerExtR(options, espy_tiff_warning, file);
    TIFF *tiff = TIFFClientOpenExt(
        "picture", "rm", (thandle_t)file, espy_tiff_read, espy_tiff_write, espy_tiff_seek, espy_tiff_close,
        espy_tiff_size, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    if (tiff && TIFFCurrentDirOffset(tiff) != place && !TIFFSetSubDirectory(tiff, place)) {
        TIFFClose(tiff);
        return NULL;
    }
    return tiff;
}

/// How the samples of a picture are stored.
struct espy_tiff_layout {
    uint32_t width, height;
    // Of a tile; 0 where the picture is in strips.
    uint32_t tile_width, tile_height;
    uint16_t bits, samples, format, photometric;
    uint16_t is_planar;
    // The largest value, as the file says it; 0 where it says nothing.
    uint16_t most;
    // The kind of the first sample behind the colors that is transparency, 0 for none; which one it is; and whether one
    // is of no told kind.
    uint16_t alpha, alpha_sample, has_unknown;
};

static inline void espy_tiff_describe(TIFF *tiff, struct espy_tiff_layout *layout) {
    uint16_t planar = PLANARCONFIG_CONTIG, extras = 0, *kinds = NULL;
    memset(layout, 0, sizeof *layout);
    layout->photometric = UINT16_MAX;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &layout->width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &layout->height);
    if (TIFFIsTiled(tiff)) {
        TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &layout->tile_width);
        TIFFGetField(tiff, TIFFTAG_TILELENGTH, &layout->tile_height);
    }
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &layout->bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &layout->samples);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &layout->format);
    TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &layout->photometric);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
    layout->is_planar = planar == PLANARCONFIG_SEPARATE;
    if (!TIFFGetField(tiff, TIFFTAG_MAXSAMPLEVALUE, &layout->most)) layout->most = 0;
    if (TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extras, &kinds) && kinds && extras <= layout->samples) {
        for (uint16_t index = 0; index < extras; index++) {
            if (kinds[index] == EXTRASAMPLE_UNSPECIFIED) layout->has_unknown = 1;
            else if (layout->alpha == 0) {
                layout->alpha = kinds[index];
                layout->alpha_sample = layout->samples - extras + index;
            }
        }
    }
}

/// Decodes the open picture as it is stored: not turned, premultiplied, red in the lowest byte. `pixels` holds
/// `width * height` of them; rows that could not be decoded stay as they are. Returns 1, or 0 with a message.
static inline int espy_tiff_decode(
    struct espy_tiff *file, TIFF *tiff, uint32_t width, uint32_t height, uint32_t *pixels) {
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
    return done;
}
