import Espy
import EspyApp
import EspyHTTP
import EspyPixels

/// What is to be read of a box.
struct RackRequest: PhotoJobRequest, Equatable {
    let photo: String
    var page: Int?
    let options: Wishes?
    /// An entry of the history that the new one takes the place of.
    let replaces: String?
    let keep: Bool?

    /// What differs from the settings.
    struct Wishes: Decodable, Equatable {
        /// A kind of box by its name: it says what the others do not say.
        var container: String?
        var grid: String?
        var looksTwice: Bool?
        var maxDimension: Int?
        /// The corner of the photo where A1 is.
        var a1: String?
        var fromBelow: Bool?
        /// Where the corner wells are, as x and y in pixels of the photo: of A1, of A1 and the last well, or of all four.
        var corners: [[Double]]?
        /// How far a round container is turned in the photo, in degrees clockwise.
        var turn: Double?
        /// The box's own code, typed.
        var rack: String?
    }

    func work(on photo: Photo, _ settings: Settings, _ finders: PhotoFinders) throws(HTTPProblem) -> RackWork {
        if let rack = options?.rack, !Rack.isUsableID(rack) {
            throw .unprocessable("the code of a box has 1 to 100 characters, without control characters")
        }
        let options = try options(over: settings.rackOptions, finders.settings)
        return RackWork(photo: photo, task: RackTask(options: options, rackID: self.options?.rack))
    }

    /// The settings with the wishes in their place.
    private func options(
        over settings: RackOptions, _ store: SettingsStore
    ) throws(HTTPProblem) -> RackOptions {
        var result = settings
        guard let options else { return result }
        if let name = options.container {
            result = try store.container(name).options(result)
        }
        if let text = options.grid {
            guard let grid = RackGrid(parsing: text) else {
                throw .unprocessable("a grid is auto, rows x columns such as 9x9, or tolerance:100")
            }
            result = result.sized(grid)
        }
        if let turn = options.turn {
            guard RackOptions.turns.contains(turn) else { throw .unprocessable("turn is from -360 to 360 degrees") }
            result.turn = turn
        }
        if let corner = options.a1 {
            guard let a1 = RackView.Corner(rawValue: corner) else {
                throw .unprocessable("a1 is top-left, top-right, bottom-left or bottom-right")
            }
            result.view.a1 = a1
        }
        result.view.isFromBelow = options.fromBelow ?? result.view.isFromBelow
        result.looksTwice = options.looksTwice ?? result.looksTwice
        if let side = options.maxDimension {
            guard side == 0 || RackOptions.dimensions.contains(side) else {
                throw .unprocessable("maxDimension is 0 for the whole photo, or from 500 to 50000")
            }
            result.maxDimension = side == 0 ? nil : side
        }
        return try options.placed(result)
    }
}

extension RackRequest.Wishes {
    /// The options with the corner wells that a person has shown.
    fileprivate func placed(_ options: RackOptions) throws(HTTPProblem) -> RackOptions {
        guard let given = corners else { return options }
        guard given.allSatisfy({ $0.count == 2 }), let corners = RackCorners(given.map { Point(x: $0[0], y: $0[1]) })
        else {
            throw .unprocessable("corners are one, two or four different points [x, y]")
        }
        do throws(RackError) {
            return try options.placed(by: corners)
        } catch {
            throw HTTPProblem(error)
        }
    }
}

/// Reads the box on one photo.
struct RackWork: PhotoWork {
    let photo: Photo
    let task: RackTask

    func decoded() throws(HTTPProblem) -> DecodedPhoto { try photo.opened() }

    func find(
        in picture: DecodedPhoto, _ tell: @escaping Job.Progress
    ) async throws(HTTPProblem) -> PhotoFinding<Rack> {
        do {
            let found = try await task.run(picture) { tell($0.stage.rawValue, 0.15 + 0.75 * $0.fraction) }
            return PhotoFinding(result: found.rack, options: found.options, image: picture.image)
        } catch {
            throw HTTPProblem(error)
        }
    }
}
