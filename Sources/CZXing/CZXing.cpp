// Its `text()` is UTF-8 then, as it will be in its next version.
#define ZX_USE_UTF8 1

#include "CZXing.h"

#include <ZXing/ReadBarcode.h>
#include <ZXing/ZXVersion.h>

#include <algorithm>
#include <string>

using ZXing::BarcodeFormat;

static BarcodeFormat format(int32_t symbology)
{
    switch (symbology) {
    case CZXING_QR: return BarcodeFormat::QRCode;
    case CZXING_CODE_39: return BarcodeFormat::Code39;
    default: return BarcodeFormat::Code128;
    }
}

// No exception may reach Swift.
int32_t czxing_read(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t symbology, int32_t most, void *context,
    czxing_found found)
{
    try {
        ZXing::DecodeHints hints;
        hints.setFormats(format(symbology));
        hints.setBinarizer(ZXing::Binarizer::BoolCast);
        hints.setTryHarder(true);
        // The corners of a QR code look the same from all sides.
        hints.setTryRotate(false);
        // Pictures come at the size at which codes are looked for.
        hints.setTryDownscale(false);
        hints.setMaxNumberOfSymbols(static_cast<uint8_t>(std::clamp(most, 1, 255)));
        // One line more than usual must say the same: bars have no other correction than a check digit.
        hints.setMinLineCount(3);
        const ZXing::ImageView view(pixels, width, height, ZXing::ImageFormat::Lum);
        for (const auto &result : ZXing::ReadBarcodes(view, hints)) {
            if (!result.isValid()) continue;
            const std::string text = result.text();
            found(context, symbology, reinterpret_cast<const uint8_t *>(text.data()), text.size());
        }
        return 0;
    } catch (...) {
        return -1;
    }
}

#define TEXT(number) #number
#define DOTTED(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *czxing_version(void)
{
    return DOTTED(ZXING_VERSION_MAJOR, ZXING_VERSION_MINOR, ZXING_VERSION_PATCH);
}
