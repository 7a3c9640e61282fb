// What Espy uses of the library ZXing, which is C++, as C.
#ifndef CZXING_H
#define CZXING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CZXING_QR = 1, CZXING_CODE_128 = 2, CZXING_CODE_39 = 3 };

// One code that was found: `text` is UTF-8 of `length` bytes, and gone after the call.
typedef void (*czxing_found)(void *context, int32_t symbology, const uint8_t *text, size_t length);

// Calls `found` for each code of a picture, `width` times `height` bytes, at most `most` times. QR codes may lie at any
// angle, bars stand upright. The picture has no grays: 0 is dark, anything else light.
// Returns 0, or -1 where the library gave up.
int32_t czxing_read(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t symbology, int32_t most, void *context,
    czxing_found found);

// Version of the headers of the library, which does not tell its own: "1.4.0".
const char *czxing_version(void);

#ifdef __cplusplus
}
#endif

#endif
