package import Espy

/// Why one input gave no result: a stable name for programs, and a sentence for people that says what is wrong and
/// what to do.
package struct Problem: Error, Sendable, Equatable, Encodable {
    package let kind: String
    package let message: String

    package init(_ kind: String, _ message: String) {
        self.kind = kind
        self.message = message
    }

    package init(_ error: FileError) {
        self.init("file", error.text)
    }

    package init(_ error: RackError) {
        switch error {
        case .emptyImage(let width, let height):
            self.init("emptyImage", "the picture is \(width) x \(height) pixels; there is nothing to read in it")
        case .unusableGrid(let grid):
            self.init("unusableGrid", "no box has the grid \(grid); choose another --grid")
        case .cancelled:
            self.init("cancelled", "interrupted; run again")
        }
    }

    package init(_ error: ShelfError) {
        switch error {
        case .emptyImage(let width, let height):
            self.init("emptyImage", "the picture is \(width) x \(height) pixels; there is nothing to read in it")
        case .cancelled:
            self.init("cancelled", "interrupted; run again")
        }
    }

    package init(_ error: ImageError) {
        switch error {
        case .empty: self.init("empty", "the file is empty; export or copy it again")
        case .tooManyBytes(_, let limit): self.init(FileError("", .larger(thanBytes: limit)), kind: "tooManyBytes")
        case .notAnImage: self.init("notAnImage", "not a picture; \(Self.readable)")
        case .unsupportedFormat(let format):
            self.init("unsupportedFormat", "\(format.title) is not read; \(Self.readable)")
        case .unsupportedVariant(let format, let detail):
            self.init("unsupportedVariant", "\(format.title) with \(detail) is not read; save it as JPEG or PNG")
        case .truncated(let format):
            self.init("truncated", "the \(format.title) file ends too early; copy it again")
        case .corrupt(let format, let reason):
            self.init("corrupt", "the \(format.title) file is damaged (\(printable(reason))); copy it again")
        case .tooManyPixels(let width, let height, let limit):
            let most = limit / 1_000_000
            self.init(
                "tooManyPixels",
                "\(width) x \(height) pixels are more than the \(most) million that are read; save it smaller")
        case .sizeNotEncodable(let format, let width, let height):
            let hint = format == .jpeg ? "choose a .png name" : "save it smaller"
            self.init("sizeNotEncodable", "\(format.title) cannot hold \(width) x \(height) pixels; \(hint)")
        case .encodingFailed(let format, let reason):
            self.init("encodingFailed", "\(format.title) could not be written (\(printable(reason))); run again")
        }
    }

    private init(_ error: FileError, kind: String) { self.init(kind, error.text) }

    private static let readable = "\(ImageFormat.list) are read"
}
