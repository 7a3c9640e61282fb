// What a caller needs to turn a file into pixels and back.
@_exported public import struct EspyImage.DecodingOptions
@_exported public import enum EspyImage.Deflate
@_exported public import enum EspyImage.FilmError
@_exported public import enum EspyImage.ForeignFormat
// The leaf types that the public signatures of this module show.
@_exported public import struct EspyImage.FrameTransform
@_exported public import struct EspyImage.GrayImage
@_exported public import struct EspyImage.ImageDecoder
@_exported public import enum EspyImage.ImageEncoder
@_exported public import enum EspyImage.ImageError
@_exported public import enum EspyImage.ImageFormat
@_exported public import struct EspyImage.ImageInfo
@_exported public import enum EspyImage.ImageSupport
@_exported public import struct EspyImage.PhotoMetadata
@_exported public import struct EspyImage.Point
@_exported public import struct EspyImage.Quad
@_exported public import struct EspyImage.RGBImage
@_exported public import struct EspyImage.Rect
@_exported public import struct EspyImage.Y4MFormat
@_exported public import struct EspyImage.Y4MParser
// What a caller needs to find, load and manage models.
@_exported public import struct EspyInference.FileSum
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
// What the errors of the history speak of.
@_exported public import enum EspyStore.StoreError
// What a caller needs to read words.
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
