package import Espy
package import EspyHTTP

extension Problem {
    /// Why bytes are no photo that can be worked with.
    package init(_ error: ImageError) {
        switch error {
        case .empty: self = .notAnImage("the file is empty; choose another")
        case .notAnImage: self = .notAnImage("this is no picture; \(Self.readable)")
        case .unsupportedFormat(let format):
            self = .notAnImage("\(format.title) is not read; \(Self.readable)")
        case .unsupportedVariant(let format, let detail):
            self = .notAnImage("\(format.title) with \(detail) is not read; save it as JPEG or PNG")
        case .tooManyBytes(_, let limit): self = .tooLarge(limit: limit)
        case .truncated(let format): self = .damaged("the \(format.title) file ends too early; send it again")
        case .corrupt(let format, _): self = .damaged("the \(format.title) file is damaged; send it again")
        case .tooManyPixels(let width, let height, let limit):
            self.init(
                422, "too-many-pixels", "The photo has too many pixels.",
                detail: "\(width) × \(height) pixels are more than the \(limit / 1_000_000) million that are read")
        case .sizeNotEncodable(_, let width, let height):
            self = .unprocessable("a picture of \(width) × \(height) pixels cannot be written as JPEG")
        case .encodingFailed: self = .internalError
        }
    }

    package static func notAnImage(_ detail: String) -> Problem {
        Problem(415, "not-an-image", "This is no picture that Espy reads.", detail: detail)
    }

    package static func damaged(_ detail: String) -> Problem {
        Problem(422, "damaged", "The picture is damaged.", detail: detail)
    }

    /// The photo is not among those that are kept.
    package static let photoGone = Problem(
        410, "photo-gone", "The photo is not kept any more.",
        detail: "photos are kept for an hour after they were last used; choose it again")

    private static let readable = "\(ImageFormat.list) are read"
}
