package import Espy
import EspyCodecs
import EspySystem
import Foundation

/// What can be wrong with a photo, and with what is done to it.
extension Problem {
    package init(_ error: ImageError) {
        switch error {
        case .empty: self.init("empty", .notAnImage, "the file is empty", "export or copy it again")
        case .tooManyBytes(_, let limit):
            self.init("tooManyBytes", .tooLarge, FileError("", .larger(thanBytes: limit)).text)
        case .notAnImage: self.init("notAnImage", .notAnImage, "not a supported image format", Self.supported)
        case .unsupportedFormat(let format):
            self.init("unsupportedFormat", .notAnImage, "\(format.title) is not read", Self.supported)
        case .unsupportedVariant(let format, let detail):
            self.init(
                "unsupportedVariant", .notAnImage, "\(format.title) with \(detail) is not read",
                "save it as JPEG or PNG")
        case .truncated(let format):
            self.init("truncated", .damaged, "the \(format.title) file ends too early", "copy it again")
        case .corrupt(let format, let reason):
            self.init(
                "corrupt", .damaged, "the \(format.title) file is damaged (\(printable(reason)))", "copy it again")
        case .tooManyPixels(let width, let height, let limit):
            let most = limit / 1_000_000
            self.init(
                "tooManyPixels", .tooManyPixels,
                "\(width) x \(height) pixels are more than the \(most) million that are read", "save it smaller")
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

    /// - Parameter work: what was to be done.
    private static func noPixels(_ width: Int, _ height: Int, to work: String) -> Problem {
        Problem(
            "emptyImage", .notAnImage, "the picture is \(width) x \(height) pixels", "there is nothing to \(work) in it"
        )
    }

    private static let interrupted = Problem("cancelled", .cancelled, "interrupted", "run again")

    package init(_ error: RackError) {
        switch error {
        case .emptyImage(let width, let height): self = Self.noPixels(width, height, to: "read")
        case .unusableGrid(let grid):
            self.init(
                "unusableGrid", .unprocessable, "no box has the grid \(grid)", "choose another",
                command: "choose another --grid")
        case .unusableCorners: self.init("unusableCorners", .unprocessable, Self.unusableCorners)
        case .cancelled: self = Self.interrupted
        }
    }

    /// Why corner wells cannot be used.
    package static let unusableCorners =
        "the corner wells do not go with the rest: the box needs rows and columns, and four corners run from A1 along its "
        + "row and around, with the clock as it is seen from above"

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
                    + "lies outside the picture", "give it in its pixels", command: "give --like in its pixels")
        case .unusableRecipe:
            self.init(
                "unusableRecipe", .unprocessable, "a picture in the recipe cannot be used",
                command: "see espy recipe show")
        case .unusableScale:
            self.init(
                "unusableScale", .unprocessable, "a scale, and the length of a reference, is a number above 0",
                "give another")
        case .unusableLimits:
            self.init(
                "unusableLimits", .unprocessable, "the least size is above the largest one, or below 0", "give others")
        case .unusableReference:
            self.init(
                Self.unusableExample, .unprocessable,
                message: "nothing that can be measured is seen in the box of --reference-object; draw it around one "
                    + "whole thing",
                detail: "nothing that can be measured is seen in the reference box; draw it around one whole thing")
        case .unusableThreshold(let value):
            self.init(
                "unusableThreshold", .unprocessable, "the threshold \(value) is not between 0 and 1", "choose another")
        case .model(let error): self.init(error)
        case .cancelled: self = Self.interrupted
        }
    }

    private static func region(_ error: CountError) -> Problem {
        let (cause, advice, command): (String, String?, String?) =
            switch error {
            case .unusableRegionName(let name):
                ("the name of a region, \(quoted(name)), is empty, too long, or there twice", "give each its own", nil)
            case .unusableGrid(let rows, let columns):
                (
                    "a grid of \(rows) x \(columns) regions cannot be laid there",
                    "use 1 to \(RegionLayout.most) of them, and four corners of which no three lie on a line", nil
                )
            case .tooManyRegions(let limit): ("there are more than \(limit) regions", "leave some out", nil)
            default: ("a region needs three corners or more", nil, "see --region and --exclude")
            }
        return Problem("unusableRegion", .unprocessable, cause, advice, command: command)
    }

    /// Four numbers as they are written on the command line.
    static func box(_ numbers: Double...) -> String {
        numbers.map { Int(exactly: $0).map(String.init) ?? "\($0)" }.joined(separator: ",")
    }

    package init(_ error: FilmError) {
        switch error {
        case .notAFilm: self.init("notAFilm", "no film that can be read is in it; save it as MP4")
        case .unsupported(let kind):
            self.init(
                "unsupportedFilm", "frames of the kind \(printable(kind)) are not read; use 420, 422, 444 or mono")
        case .tooManyPixels(let width, let height, let limit):
            self.init(
                "tooManyPixels",
                "\(width) x \(height) pixels are more than the \(limit / 1_000_000) million of a frame; save it smaller"
            )
        case .damaged(let reason): self.init("damagedFilm", "the film is damaged (\(reason)); copy it again")
        case .truncated: self.init("truncatedFilm", "the film ends within a frame; copy it again")
        }
    }

    /// Names that are no text cannot be passed on.
    package static let foreignName = Problem(
        "file", "there is no file of this name, or the name is not UTF-8; rename it, or read it by - < FILE")

    /// A picture that is refused before anything is decoded.
    package static func needsMemory(_ needed: Int, of room: Int) -> Problem {
        Problem(
            "tooManyPixels", .tooManyPixels,
            "to decode it takes up to \(needed >> 20) MB, and \(room >> 20) MB may be taken", "export it smaller",
            command: "give --max-memory \((needed >> 20) + 1), or export it smaller")
    }

    /// A folder in which nothing looks like a photo.
    package static let noPhotos = Problem(
        "file", "has no photos in it; name the files themselves if they are called something else")
}

extension Rack.Warning {
    /// What a person should know before relying on the result, without the name of the file.
    ///
    /// - Parameter rack: that it is about.
    package func text(in rack: Rack) -> String {
        let cells = places.isEmpty ? "a cell" : places.map(rack.name).joined(separator: ", ")
        let what = value.map(quoted) ?? "one of them"
        return switch kind {
        case .originUnknown:
            "the photo does not show where the box begins, so no wells are told; photograph the whole box with its "
                + "rim, or say where its corner wells are (--a1 X,Y or --corners)"
        case .turnUnknown:
            "the codes do not show how the container is turned, so no positions are told; say so by --turn, or check --container"
        case .cornersDoNotFit:
            "the corner wells do not fit the codes and the size of the box; look up again where they are, and give --corners "
                + "with A1 and the last well, or all four"
        case .largerThanGiven: "the codes reach further than --grid says; the size that they need is used"
        case .noLattice: "the codes form no rows and columns; they are listed in the order of reading"
        case .fewCodes: "too few codes were read to be sure how many cells lie between them; give --grid, or check"
        case .movedToNeighbor: "two codes claim one cell; \(what) was put into \(cells)"
        case .cellTaken: "two codes claim \(cells); \(what) is left out of the box"
        case .outsideGrid: "\(value.map(quoted) ?? "a code") lies in no cell of the box"
        case .duplicate: "\(value.map(quoted) ?? "a value") was read in \(cells)"
        case .damagedPhoto: "the photo is damaged or ends early; what it does not show was not read"
        case .partOfSeveral:
            "\(value.map(quoted) ?? "a code") is only part \(part ?? 1) of \(parts ?? 2) of what the codes of several "
                + "labels say together; the whole value needs all of them"
        case .readerProgramming:
            "\(value.map(quoted) ?? "a code") is an order to set up a reader, not a value; look at the label"
        case .unread: "could not read \(cells); look at it, or take a sharper photo"
        }
    }
}
