package import Espy
import EspyCodecs
import EspySystem
import Foundation

/// Problems with photos, and with processing them.
extension Problem {
    package init(_ error: ImageError) {
        switch error {
        case .empty: self.init("empty", .notAnImage, "the file is empty", "export or copy it again")
        case .tooManyBytes(_, let limit):
            self.init("tooManyBytes", .tooLarge, FileError("", .larger(thanBytes: limit)).text)
        case .notAnImage: self.init("notAnImage", .notAnImage, "not a supported image format", Self.supported)
        case .unsupportedFormat(let format):
            self.init("unsupportedFormat", .notAnImage, "\(format.title) is not supported", Self.supported)
        case .unsupportedVariant(let format, let detail):
            self.init(
                "unsupportedVariant", .notAnImage, "\(format.title) with \(detail) is not supported",
                "save it as JPEG or PNG")
        case .missingLibrary(let format):
            self.init(
                "missingLibrary", .notAnImage, "\(format.title) needs libheif, which is not installed",
                "save it as JPEG or PNG", command: "apt-get install libheif1, or save it as JPEG or PNG")
        case .truncated(let format):
            self.init("truncated", .damaged, "the \(format.title) file ends too early", "copy it again")
        case .corrupt(let format, let reason):
            self.init(
                "corrupt", .damaged, "the \(format.title) file is damaged (\(printable(reason)))", "copy it again")
        case .tooManyPixels(let width, let height, let limit):
            let most = limit / 1_000_000
            self.init(
                "tooManyPixels", .tooManyPixels,
                "\(width) x \(height) pixels is above the limit of \(most) million", "save it smaller")
        case .noSuchPage(let page, let pages, let frames):
            let what =
                switch (pages, frames) {
                case (2..., _): "it has \(pages)"
                case (_, 2...): "it is an animation of \(frames) frames, of which the first is read"
                default: "it has one"
                }
            self.init("noSuchPage", .unprocessable, "the file has no page \(page): \(what)")
        case .sizeNotEncodable(let format, let width, let height):
            self.init(
                "sizeNotEncodable", .unprocessable, "\(format.title) cannot hold \(width) x \(height) pixels",
                "save it smaller", command: format == .jpeg ? "choose a .png name" : nil)
        case .encodingFailed(let format, let reason):
            self.init(
                "encodingFailed", .internalError, "\(format.title) could not be written (\(printable(reason)))",
                "run again")
        }
    }

    private static let supported = "supported: \(ImageFormat.list)"

    /// - Parameter work: The failed action.
    private static func noPixels(_ width: Int, _ height: Int, to work: String) -> Problem {
        Problem(
            "emptyImage", .notAnImage, "the picture is \(width) x \(height) pixels", "choose a larger one"
        )
    }

    private static let interrupted = Problem("cancelled", .cancelled, "interrupted", "run again")

    package init(_ error: RackError) {
        switch error {
        case .emptyImage(let width, let height): self = Self.noPixels(width, height, to: "read")
        case .unusableGrid(let grid):
            self.init(
                "unusableGrid", .unprocessable, "the grid \(grid) is not supported", "choose another",
                command: "choose another --grid")
        case .unusableCorners: self.init("unusableCorners", .unprocessable, Self.unusableCorners)
        case .cancelled: self = Self.interrupted
        }
    }

    /// Why corner wells are unusable.
    package static let unusableCorners =
        "invalid corner wells: set the rows and columns of the box, and give four corners clockwise from A1 along its "
        + "row, as seen from above"

    package init(_ error: ShelfError) {
        switch error {
        case .emptyImage(let width, let height): self = Self.noPixels(width, height, to: "read")
        case .cancelled: self = Self.interrupted
        }
    }

    package static let unusableExample = "unusableExample"

    package init(_ error: CountError) {
        switch error {
        case .emptyImage(let width, let height): self = Self.noPixels(width, height, to: "count")
        case .unusableRegion, .unusableRegionName, .unusableGrid, .tooManyRegions: self = Self.region(error)
        case .unusableExample(let rect):
            self.init(
                Self.unusableExample, .unprocessable,
                "the example \(Self.box(rect.x, rect.y, rect.width, rect.height)) "
                    + "is outside the photo", "give it in pixels of the photo",
                command: "give --like in pixels of the photo")
        case .unusableRecipe:
            self.init(
                "unusableRecipe", .unprocessable, "a picture in the recipe cannot be used",
                command: "see espy recipe show")
        case .unusableScale:
            self.init(
                "unusableScale", .unprocessable, "the scale and the reference length must be above 0",
                "give another")
        case .unusableLimits:
            self.init(
                "unusableLimits", .unprocessable, "the minimum size is negative or above the maximum", "change one")
        case .unusableReference:
            self.init(
                Self.unusableExample, .unprocessable,
                message: "nothing to measure in the box of --reference-object; draw it around one "
                    + "whole thing",
                detail: "nothing to measure in the reference box; draw it around one whole thing")
        case .unusableThreshold(let value):
            self.init(
                "unusableThreshold", .unprocessable, "the threshold \(value) is not between 0 and 1", "choose another")
        case .constantsWithoutReference:
            self.init(
                "constantsWithoutReference", .unprocessable,
                "only the pipeline reference has constants that can be set",
                "choose that pipeline, or leave them out")
        case .unusableConstant(let value):
            self.init(
                "unusableConstant", .unprocessable, "the constant \(value) of the pipeline reference is out of range",
                "give 0.01 to 100 standard deviations, and groups of 1 thing or more")
        case .model(let error): self.init(error)
        case .cancelled: self = Self.interrupted
        }
    }

    private static func region(_ error: CountError) -> Problem {
        let (cause, advice, command): (String, String?, String?) =
            switch error {
            case .unusableRegionName(let name):
                ("the region name \(quoted(name)) is empty, too long or used twice", "choose another", nil)
            case .unusableGrid(let rows, let columns):
                (
                    "a grid of \(rows) x \(columns) regions does not fit there",
                    "use 1 to \(RegionLayout.most) regions, and four corners with no three in a line", nil
                )
            case .tooManyRegions(let limit): ("more than \(limit) regions", "use fewer", nil)
            default: ("a region needs at least three corners", nil, "see --region and --exclude")
            }
        return Problem("unusableRegion", .unprocessable, cause, advice, command: command)
    }

    /// A box in the form of the command line.
    static func box(_ numbers: Double...) -> String {
        numbers.map { Int(exactly: $0).map(String.init) ?? "\($0)" }.joined(separator: ",")
    }

    package init(_ error: VideoError) {
        switch error {
        case .notAVideo: self.init("notAFilm", "no readable video in the file; save it as MP4")
        case .unsupported(let kind):
            self.init(
                "unsupportedFilm", "\(printable(kind)) frames are not supported; use 420, 422, 444 or mono")
        case .tooManyPixels(let width, let height, let limit):
            self.init(
                "tooManyPixels",
                "\(width) x \(height) pixels is above the limit of \(limit / 1_000_000) million per frame; save it smaller"
            )
        case .damaged(let reason): self.init("damagedFilm", "the video is damaged (\(reason)); copy it again")
        case .truncated: self.init("truncatedFilm", "the video ends within a frame; copy it again")
        }
    }

    /// Names that are not valid UTF-8 cannot be passed on.
    package static let foreignName = Problem(
        "file", "no such file, or its name is not UTF-8; rename it, or read it with - < FILE")

    /// A picture that is rejected before decoding.
    package static func needsMemory(_ needed: Int, of room: Int) -> Problem {
        Problem(
            "tooManyPixels", .tooManyPixels,
            "decoding needs up to \(needed >> 20) MB, but only \(room >> 20) MB are allowed", "export it smaller",
            command: "give --max-memory \((needed >> 20) + 1), or export it smaller")
    }

    /// A folder without photos.
    package static let noPhotos = Problem(
        "file", "contains no photos; if they have other extensions, name the files")
}

extension Rack.Warning {
    /// A warning for the user before relying on the result, without the file name.
    ///
    /// - Parameter rack: The rack with the warning.
    package func text(in rack: Rack) -> String {
        let cells = places.isEmpty ? "a cell" : places.map(rack.name).joined(separator: ", ")
        let what = value.map(quoted) ?? "one of them"
        return switch kind {
        case .originUnknown:
            "cannot see where the box begins, so wells are unknown; photograph the whole box with its "
                + "rim, or give its corner wells (--a1 X,Y or --corners)"
        case .turnUnknown:
            "the rotation of the container is unclear, so positions are unknown; give --turn, or check --container"
        case .cornersDoNotFit:
            "the corner wells do not fit the codes and the size of the box; check them, and give --corners "
                + "with A1 and the last well, or all four"
        case .largerThanGiven: "the codes do not fit --grid; a larger grid is used"
        case .noLattice: "the codes form no rows and columns; they are listed in reading order"
        case .fewCodes: "too few codes were read to be sure of the grid; give --grid, or check the result"
        case .movedToNeighbor: "two codes fall into one cell; \(what) was moved to \(cells)"
        case .cellTaken: "two codes fall into \(cells); \(what) is left out"
        case .outsideGrid: "\(value.map(quoted) ?? "a code") is outside the grid"
        case .duplicate: "\(value.map(quoted) ?? "a value") was read in \(cells)"
        case .dark: "the photo is dark, so wells that look empty may hold tubes; add light"
        case .bright: "the photo is overexposed, so wells that look empty may hold tubes; use less light"
        case .blurred: "the photo is blurred, so wells that look empty may hold tubes; hold the camera still"
        case .damagedPhoto: "the photo is damaged or incomplete; the missing part was not read"
        case .partOfSeveral:
            "\(value.map(quoted) ?? "a code") is only part \(part ?? 1) of \(parts ?? 2) of a value split over several "
                + "codes; read all of them for the whole value"
        case .readerProgramming:
            "\(value.map(quoted) ?? "a code") is a command for a code reader, not a value; check the label"
        case .outsidePhoto: "the photo does not show \(cells), so they may hold tubes; photograph the whole box"
        case .covered: "something covers \(cells), so they may hold tubes; clear the box, and photograph it again"
        case .mirrored:
            "the codes are mirror images, so rows or columns run the wrong way; turn off mirroring in the camera, or "
                + "give --mirrored"
        case .unread: "could not read \(cells); check it, or take a sharper photo"
        }
    }
}

extension Shelf.Warning {
    /// Advice to read before relying on the result, without the name of the file.
    package var text: String {
        switch self {
        case .dark: "the photo is dark, so books may be missed or misread; add light"
        case .bright: "the photo is overexposed, so books may be missed or misread; use less light"
        case .blurred: "the photo is blurred, so titles may be misread; hold the camera still"
        }
    }
}
