// The leaf types that the public signatures of this module show.
@_exported public import struct EspyImage.Point
@_exported public import struct EspyImage.Quad
@_exported public import struct EspyImage.RGBImage
@_exported public import struct EspyImage.Rect
