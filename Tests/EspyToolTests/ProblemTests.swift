import Espy
import EspyApp
import EspySystem
import EspyTool
import Testing

/// Every error has a message that says what is wrong and what to do.
struct ProblemTests {
    private static let images: [ImageError] =
        [
            .empty, .tooManyBytes(count: 9, limit: 5 << 20), .notAnImage, .truncated(.jpeg),
            .missingLibrary(.heic), .unsupportedVariant(.bmp, detail: "RLE compression"),
            .corrupt(.png, reason: "bad\u{7}checksum"),
            .tooManyPixels(width: 9, height: 8, limit: 5_000_000),
            .sizeNotEncodable(.jpeg, width: 70_000, height: 2), .sizeNotEncodable(.png, width: 0, height: 2),
            .encodingFailed(.webp, reason: "why"),
        ] + ForeignFormat.allCases.map { .unsupportedFormat($0) }

    @Test(arguments: images)
    func image(error: ImageError) {
        let problem = Problem(error)
        #expect(problem.message.contains("; "), "what and what to do")
        #expect(!problem.message.contains("\u{7}"))
        #expect(!problem.kind.isEmpty)
    }

    @Test func exactWords() {
        #expect(Problem(ImageError.truncated(.heic)).message == "the HEIC file ends too early; copy it again")
        #expect(
            Problem(ImageError.tooManyBytes(count: 9, limit: 5 << 20)).message.hasPrefix(
                "is larger than the limit of 5 MB"))
        #expect(
            Problem(ImageError.sizeNotEncodable(.jpeg, width: 70_000, height: 2)).message
                == "JPEG cannot hold 70000 x 2 pixels; choose a .png name")
        #expect(
            Problem(ImageError.unsupportedFormat(.photoshop)).message.hasPrefix("a Photoshop document is not supported")
        )
    }

    @Test func rack() {
        #expect(
            Problem(RackError.emptyImage(width: 0, height: 5)).message
                == "the picture is 0 x 5 pixels; choose a larger one")
        #expect(
            Problem(RackError.unusableGrid(.size(rows: 0, columns: 9))).message.contains(
                "0x9 is not supported; choose another"))
        #expect(Problem(RackError.cancelled).kind == "cancelled")
    }

    @Test(arguments: Rack.Warning.Kind.allCases)
    func warning(kind: Rack.Warning.Kind) {
        let places = [Rack.Place(row: 0, col: 0), Rack.Place(row: 1, col: 2)]
        let rack = Rack(
            width: 9, height: 9, rows: 3, cols: 3, origin: .box, layout: .seen, cells: [], vials: [])
        let full = Rack.Warning(kind, value: "A\u{1B}1", places: places).text(in: rack)
        let bare = Rack.Warning(kind).text(in: rack)
        #expect(full.count > 20)
        #expect(bare.count > 20)
        #expect(!full.contains("\u{1B}"))
        if [.duplicate, .unread].contains(kind) { #expect(full.contains("A1, B3")) }
    }

    @Test(arguments: [
        (FileError.Cause.folder, "name a file"), (.special, "use -"),
        (.larger(thanBytes: 3 << 20), "3 MB"), (.system(EACCES), "permission denied; change its permissions"),
        (.system(EROFS), "choose another folder"), (.system(ENOTDIR), "part of the path is a file"),
        (.system(EMFILE), "lower --threads"), (.system(EIO), "check the disk"),
    ])
    func file(cause: FileError.Cause, advice: String) {
        #expect(FileError("x", cause).text.contains(advice))
    }
}
