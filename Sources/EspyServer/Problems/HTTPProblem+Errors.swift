package import Espy
import EspyApp
package import EspyHTTP

/// What the errors of the library are to a client.
extension HTTPProblem {
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
        case .noSuchPage(let page, let pages, let frames):
            let what = frames > 1 ? "an animation, of which the first frame is read" : "a file of \(pages) pages"
            self = .unprocessable("there is no page \(page) in \(what)")
        case .sizeNotEncodable(_, let width, let height):
            self = .unprocessable("a picture of \(width) × \(height) pixels cannot be written as JPEG")
        case .encodingFailed: self = .internalError
        }
    }

    private static let readable = "\(ImageFormat.list) are read"

    /// Why something is no recipe.
    package init(_ error: RecipeError) {
        switch error {
        case .unusableName: self = .unprocessable("a name has 1 to \(Recipe.longestName) bytes in one line")
        case .unusableNumber(let limit):
            self = .unprocessable("a recipe has 1 to \(limit) examples, and as many of what is not meant at most")
        case .outsidePhoto: self = .unprocessable("an example lies outside the picture")
        case .tooLarge(let limit): self = .tooLarge(limit: limit)
        case .notARecipe, .tooNew, .unusableExample, .unusableValue:
            self = .unprocessable("the recipe has a picture or a number that cannot be used")
        }
    }

    /// Why a photo cannot be counted.
    package init(_ error: CountError) {
        switch error {
        case .emptyImage: self = .noPixels
        case .unusableRecipe: self = .unprocessable("a picture in the recipe cannot be used")
        case .unusableRegionName:
            self = .unprocessable("the name of a region is empty, too long, or there twice")
        case .unusableGrid(let rows, let columns):
            self = .unprocessable("a grid of \(rows) x \(columns) regions cannot be laid there")
        case .tooManyRegions(let limit): self = .unprocessable("there are more than \(limit) regions")
        case .unusableRegion: self = .unprocessable("a region needs three corners or more, and finite numbers")
        case .unusableExample: self = .unprocessable("the example lies outside the picture")
        case .unusableScale: self = .unprocessable("a scale, and the length of a reference, is a number above 0")
        case .unusableLimits: self = .unprocessable("the least size is above the largest one, or below 0")
        case .unusableReference: self = .unprocessable("nothing that can be measured is seen in the reference box")
        case .unusableThreshold(let value): self = .unprocessable("the threshold \(value) is not between 0 and 1")
        case .model(let error): self = .modelUnavailable(Problem(error).message)
        case .cancelled: self = .cancelled
        }
    }

    /// Why a box cannot be read.
    package init(_ error: RackError) {
        switch error {
        case .emptyImage: self = .noPixels
        case .unusableGrid(let grid): self = .unprocessable("no box has the grid \(grid)")
        case .unusableCorners:
            self = .unprocessable(
                "corners are of a box with rows and columns, and four run with the clock as it is seen from above")
        case .cancelled: self = .cancelled
        }
    }

    /// Why a shelf cannot be read.
    package init(_ error: ShelfError) {
        switch error {
        case .emptyImage: self = .noPixels
        case .cancelled: self = .cancelled
        }
    }

    /// Why the server reads no shelf.
    init(_ error: ShelfServiceError) {
        switch error {
        case .settings(let text): self = .settingsUnusable(text)
        case .model(let text): self = .modelUnavailable(text)
        case .shelf(let error): self.init(error)
        }
    }

    private static let noPixels = notAnImage("the picture has no pixels")

    /// Why the history does not give or take something.
    package init(_ error: HistoryError) {
        switch error {
        case .store(let error): self.init(error, of: .history)
        case .notFound, .ambiguous: self = .notFound
        case .thumbnail(let error): self.init(error)
        case .damaged:
            self.init(
                500, "entry-damaged", "This entry of the history is damaged.", detail: "delete it; others are fine")
        case .unusableCorrections:
            self = .unprocessable("the corrections do not fit the result: something in them is not there")
        case .full: self = .unprocessable("as many lists are kept as there can be; delete one first")
        case .notStorable, .noAuthor: self = .internalError
        }
    }

    /// Why the photo library does not give or take something.
    package init(_ error: GalleryError) {
        switch error {
        case .store(let error): self.init(error, of: .gallery)
        case .image(let error): self.init(error)
        case .inference: self = .modelUnavailable("the model that finds tags cannot be used; see espy doctor")
        case .folder(_, let reason): self = .unprocessable("the folder cannot be added or removed: \(reason)")
        case .unknownPhoto, .unknownAlbum: self = .notFound
        case .query(_, let reason): self = .unprocessable(reason)
        case .teaching(let reason): self = .unprocessable(reason)
        case .rating: self = .unprocessable("a rating has 0 to 5 stars")
        }
    }

    /// The same where a person wrote what names something that is not there.
    init(ofQuery error: GalleryError) {
        switch error {
        case .unknownPhoto(let name): self = .unprocessable("there is no photo “\(name.prefix(100))”")
        case .unknownAlbum(let name): self = .unprocessable("there is no album “\(name.prefix(100))”")
        default: self.init(error)
        }
    }

    /// What a database holds.
    private enum Content {
        case history
        case gallery
    }

    private init(_ error: StoreError, of content: Content) {
        let isHistory = content == .history
        let unusable = isHistory ? Self.historyUnusable : Self.galleryUnusable
        switch error {
        case .locked:
            self = .busy
            detail = "another program holds the \(isHistory ? "history" : "photo library"); try again in a few seconds"
        case .full: self = .diskFull
        case .corrupt:
            let remedy = isHistory ? "move it aside, and a new one is made" : "run “espy gallery recover”"
            self = unusable("its file is damaged; \(remedy)")
        case .inaccessible: self = unusable("its file cannot be opened or written")
        case .tooNew: self = unusable("its file was made by a newer Espy; update this one")
        case .statement: self = .internalError
        }
    }
}
