import EspyBase
import EspyCount
import EspyInference
import EspyPixels
import EspyRack

/// An error: a code, like the server's, and a message for people.
struct WebError: Error {
    let code: String
    let detail: String

    static func badRequest(_ detail: String) -> WebError { WebError(code: "badRequest", detail: detail) }

    init(code: String, detail: String) { (self.code, self.detail) = (code, detail) }

    init(_ error: JSONError) {
        let place = error.path.isEmpty ? "the request" : error.path.joined(separator: ".")
        let detail =
            switch error.reason {
            case .malformed(let byte): "the request is no JSON from byte \(byte) on"
            case .missing: "\(place) is missing"
            case .isNot(let kind): "\(place) is no \(kind)"
            case .unusable(let what): error.path.isEmpty ? what : "\(place): \(what)"
            }
        self = .badRequest(detail)
    }

    static let cancelled = WebError(code: "cancelled", detail: "it was stopped")
    static let unknownGroup = badRequest("there is no such group")

    init(_ error: CountError) {
        switch error {
        case .emptyImage: self.init(code: "emptyImage", detail: "the photo has no pixels")
        case .unusableRegion: self = .badRequest("a region needs at least three corners")
        case .unusableRegionName(let name):
            self = .badRequest("the region name “\(name)” is empty, too long or used twice")
        case .unusableGrid(let rows, let columns):
            self = .badRequest("a grid of \(rows) x \(columns) regions does not fit there")
        case .tooManyRegions(let limit): self = .badRequest("more than \(limit) regions")
        case .unusableExample: self = .badRequest("the example is outside the photo")
        case .unusableRecipe: self = .badRequest("a picture in the recipe cannot be used")
        case .unusableScale: self = .badRequest("the scale and the reference length must be above 0")
        case .unusableLimits: self = .badRequest("the minimum size is negative or above the maximum")
        case .unusableReference:
            self = .badRequest("nothing to measure in the reference box; draw it around one whole thing")
        case .unusableThreshold(let value): self = .badRequest("the threshold \(value) is not between 0 and 1")
        case .constantsWithoutReference:
            self = .badRequest("only the pipeline reference has constants that can be set")
        case .unusableConstant(let value):
            self = .badRequest("the constant \(value) of the pipeline reference is out of range")
        case .model(.missingModel(let id, _)): self.init(code: "missingModel", detail: id)
        case .model: self.init(code: "modelFailed", detail: "the browser cannot run the models")
        case .cancelled: self = .cancelled
        }
    }

    init(_ error: RackError) {
        switch error {
        case .unusableGrid(let grid): self = .badRequest("no box has \(grid.description)")
        case .emptyImage: self.init(code: "emptyImage", detail: "the photo has no pixels")
        case .unusableCorners: self = .badRequest("the corners do not fit the box")
        case .cancelled: self = .cancelled
        }
    }
}

/// A photo that a page has passed.
struct Photo {
    private let pixels: UnsafeMutablePointer<UInt8>
    private let width: Int
    private let height: Int

    /// A larger one may not fit into the page's memory: 50 megapixels need some 400 MB.
    static let mostPixels = 50_000_000

    init(taking pixels: UnsafeMutablePointer<UInt8>, width: Int32, height: Int32) {
        (self.pixels, self.width, self.height) = (pixels, Int(width), Int(height))
    }

    /// Drops opacity: the page has put the photo on white. Call it once, because it releases the pixels.
    func image() throws(WebError) -> RGBImage {
        defer { pixels.deallocate() }
        guard width > 0, height > 0 else { throw WebError(code: "emptyImage", detail: "the photo has no pixels") }
        guard width <= Self.mostPixels / height else {
            throw WebError(
                code: "tooLarge", detail: "the photo has more than 50 megapixels, which is too many for a browser")
        }
        let count = width * height
        let colors = [UInt8](unsafeUninitializedCapacity: 3 * count) { buffer, initialized in
            for index in 0..<count {
                buffer[3 * index] = pixels[4 * index]
                buffer[3 * index + 1] = pixels[4 * index + 1]
                buffer[3 * index + 2] = pixels[4 * index + 2]
            }
            initialized = 3 * count
        }
        return RGBImage(width: width, height: height, pixels: colors)
    }
}
