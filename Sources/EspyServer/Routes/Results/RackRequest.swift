import Espy
import EspyHTTP

/// What is to be read of a box.
struct RackRequest: PhotoJobRequest, Equatable {
    static let kind = HistoryEntry.Kind.rack

    let photo: String
    let options: Wishes?
    /// An entry of the history that the new one takes the place of.
    let replaces: String?
    let keep: Bool?

    /// What differs from the settings.
    struct Wishes: Decodable, Equatable {
        let grid: String?
        let looksTwice: Bool?
        let maxDimension: Int?
        /// The corner of the photo where A1 is.
        let a1: String?
        let fromBelow: Bool?
        /// The box's own code, typed.
        let rack: String?
    }

    func work(on photo: Photo, _ settings: CurrentSettings, _ finders: PhotoFinders) throws(Problem) -> RackWork {
        if let rack = options?.rack, !Rack.isUsableID(rack) {
            throw .unprocessable("the code of a box has 1 to 100 characters, none of them for control")
        }
        return RackWork(photo: photo, options: try options(over: settings.rack), rackID: options?.rack)
    }

    /// The settings with the wishes in their place.
    private func options(over settings: RackOptions) throws(Problem) -> RackOptions {
        var result = settings
        guard let options else { return result }
        if let text = options.grid {
            guard let grid = RackGrid(parsing: text) else {
                throw .unprocessable("a grid is auto, rows x columns such as 9x9, or tolerance:100")
            }
            result.grid = grid
        }
        if let corner = options.a1 {
            guard let a1 = RackView.Corner(rawValue: corner) else {
                throw .unprocessable("a1 is top-left, top-right, bottom-left or bottom-right")
            }
            result.view.a1 = a1
        }
        result.view.isFromBelow = options.fromBelow ?? result.view.isFromBelow
        result.looksTwice = options.looksTwice ?? settings.looksTwice
        if let side = options.maxDimension {
            guard side == 0 || RackOptions.dimensions.contains(side) else {
                throw .unprocessable("maxDimension is 0 for the whole photo, or from 500 to 50000")
            }
            result.maxDimension = side == 0 ? nil : side
        }
        return result
    }
}

/// Reads the box on one photo.
struct RackWork: PhotoWork {
    let photo: Photo
    let options: RackOptions
    let rackID: String?

    var longSide: Int? { nil }

    func decoded() throws(Problem) -> RGBImage { try photo.decoded() }

    func find(in image: RGBImage, _ tell: @escaping Job.Progress) async throws(Problem) -> PhotoFinding {
        do throws(RackError) {
            var rack = try await RackReader(options: options).read(image) {
                tell($0.stage.rawValue, 0.15 + 0.75 * $0.fraction)
            }
            rack.id = rackID ?? rack.ownCode()
            return PhotoFinding(finding: .rack(rack, options), image: image)
        } catch {
            throw Problem(error)
        }
    }
}
