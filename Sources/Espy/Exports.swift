// What a caller needs to turn a file into pixels and back.
@_exported public import struct EspyImage.DecodingOptions
@_exported public import enum EspyImage.ForeignFormat
@_exported public import struct EspyImage.ImageDecoder
@_exported public import enum EspyImage.ImageEncoder
@_exported public import enum EspyImage.ImageError
@_exported public import enum EspyImage.ImageFormat
@_exported public import enum EspyImage.ImageSupport
// The leaf types that the public signatures of this module show.
@_exported public import struct EspyImage.Point
@_exported public import struct EspyImage.Quad
@_exported public import struct EspyImage.RGBImage
@_exported public import struct EspyImage.Rect
// What the errors of the history speak of.
@_exported public import enum EspyStore.StoreError
