@_exported public import EspyBarcode
@_exported public import EspyCount
@_exported public import EspyGallery
@_exported public import EspyHistory
@_exported public import EspyRack
@_exported public import EspyShelf

// All verbs: `import Espy` is enough to use any of them.
@_exported public import struct EspyBase.CSVTable
@_exported public import protocol EspyBase.JSONConvertible
@_exported public import struct EspyBase.JSONError
@_exported public import enum EspyBase.JSONValue
@_exported public import protocol EspyBase.JSONWritable
@_exported public import struct EspyBase.ListNote
// Types for turning a file into pixels and back.
@_exported public import struct EspyCodecs.DecodedPhoto
@_exported public import struct EspyCodecs.DecodingOptions
@_exported public import enum EspyCodecs.ForeignFormat
@_exported public import struct EspyCodecs.ImageDecoder
@_exported public import enum EspyCodecs.ImageEncoder
@_exported public import enum EspyCodecs.ImageError
@_exported public import enum EspyCodecs.ImageFormat
@_exported public import struct EspyCodecs.ImageInfo
@_exported public import enum EspyCodecs.ImageSupport
@_exported public import struct EspyCodecs.PhotoMetadata
@_exported public import struct EspyCodecs.PhotoTime
@_exported public import enum EspyCodecs.VideoError
@_exported public import struct EspyCodecs.Y4MFormat
@_exported public import struct EspyCodecs.Y4MParser
@_exported public import enum EspyInference.InferenceError
@_exported public import struct EspyInference.InferencePlaces
@_exported public import struct EspyInference.InferenceRuntime
@_exported public import class EspyInference.Model
@_exported public import struct EspyInference.ModelEntry
@_exported public import struct EspyInference.ModelInput
@_exported public import struct EspyInference.ModelLibrary
@_exported public import class EspyInference.ModelLoader
@_exported public import struct EspyInference.ModelManifest
@_exported public import struct EspyInference.ModelOutput
@_exported public import enum EspyInference.ModelPrecision
@_exported public import struct EspyInference.ModelProbe
@_exported public import struct EspyInference.ModelVocabulary
@_exported public import class EspyInference.OpenModel
@_exported public import struct EspyInference.OpenProbe
@_exported public import struct EspyInference.ProcessorFeatures
@_exported public import struct EspyInference.Tensor
@_exported public import class EspyInference.TextModel
@_exported public import struct EspyInference.TextProbe
// Types in the public signatures of the verbs.
@_exported public import struct EspyPixels.FrameTransform
@_exported public import struct EspyPixels.GrayImage
@_exported public import enum EspyPixels.Orientation
@_exported public import struct EspyPixels.PictureSource
@_exported public import struct EspyPixels.Point
@_exported public import struct EspyPixels.Quad
@_exported public import struct EspyPixels.RGBImage
@_exported public import struct EspyPixels.Rect
@_exported public import struct EspyPixels.TextMask
@_exported public import protocol EspyPixels.TextRasterizer
// Errors inside the history's errors.
@_exported public import enum EspyStore.StoreError
@_exported public import enum EspySystem.Deflate
// Types for finding, loading and managing models.
@_exported public import struct EspySystem.FileSum
// Types for reading text.
@_exported public import struct EspyText.MixedTextEngine
@_exported public import struct EspyText.PaddleTextEngine
@_exported public import struct EspyText.TesseractEngine
@_exported public import protocol EspyText.TextEngine
@_exported public import enum EspyText.TextError
@_exported public import struct EspyText.TextLanguages
@_exported public import struct EspyText.TextLimits
@_exported public import struct EspyText.TextLine
@_exported public import class EspyText.TextRecognizer
@_exported public import struct EspyText.TextScripts
