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
    }

    func work(on photo: Photo, _ settings: CurrentSettings, _ finders: PhotoFinders) throws(Problem) -> RackWork {
        RackWork(photo: photo, options: try options(over: settings.rack))
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

    var longSide: Int? { nil }

    func decoded() throws(Problem) -> RGBImage { try photo.decoded() }

    func find(in image: RGBImage, _ tell: @escaping Job.Progress) async throws(Problem) -> PhotoFinding {
        do throws(RackError) {
            let rack = try await RackReader(options: options).read(image) {
                tell($0.stage.rawValue, 0.15 + 0.75 * $0.fraction)
            }
            return PhotoFinding(finding: .rack(rack, options), image: image)
        } catch {
            throw Problem(error)
        }
    }
}
