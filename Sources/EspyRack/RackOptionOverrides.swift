public import EspyBase
import EspyPixels

/// The options that a user chose for a photo of a box, where they differ from the defaults.
public struct RackOptionOverrides: Sendable, Equatable {
    /// The name of a kind of box, which sets all options that are not given.
    public var container: String?
    public var grid: String?
    public var looksTwice: Bool?
    /// 0 means the whole photo.
    public var maxDimension: Int?
    /// The corner of the photo with A1.
    public var a1: String?
    public var fromBelow: Bool?
    /// Positions of the corner wells, as x and y in pixels of the photo: of A1, of A1 and the last well, or of all
    /// four.
    public var corners: [[Double]]?
    /// Rotation of a round container in the photo, in degrees clockwise.
    public var turn: Double?
    /// The box's own code, typed.
    public var rack: String?

    public init(
        container: String? = nil, grid: String? = nil, a1: String? = nil, fromBelow: Bool? = nil,
        corners: [[Double]]? = nil, turn: Double? = nil, rack: String? = nil
    ) {
        self.container = container
        self.grid = grid
        self.a1 = a1
        self.fromBelow = fromBelow
        self.corners = corners
        self.turn = turn
        self.rack = rack
    }

    /// A reason why a box cannot be read with these options.
    public enum Refusal: Error, Equatable {
        case unusable(String)
        /// The corners are incompatible with the other options.
        case corners
    }

    /// - Parameters:
    ///   - usual: the defaults.
    ///   - kind: the kind of box that ``container`` names.
    public func options(over usual: RackOptions, container kind: RackContainer? = nil) throws(Refusal) -> RackOptions {
        if let rack, !Rack.isUsableID(rack) {
            throw .unusable("the code of a box has 1 to 100 characters, without control characters")
        }
        var result = kind?.options(usual) ?? usual
        if let grid {
            guard let grid = RackGrid(parsing: grid) else {
                throw .unusable("a grid is auto, rows x columns such as 9x9, or tolerance:100")
            }
            result = result.sized(grid)
        }
        if let turn {
            guard RackOptions.turns.contains(turn) else { throw .unusable("turn is from -360 to 360 degrees") }
            result.turn = turn
        }
        if let a1 {
            guard let corner = RackView.Corner(rawValue: a1) else {
                throw .unusable("a1 is top-left, top-right, bottom-left or bottom-right")
            }
            result.view.a1 = corner
        }
        result.view.isFromBelow = fromBelow ?? result.view.isFromBelow
        result.looksTwice = looksTwice ?? result.looksTwice
        if let side = maxDimension {
            guard side == 0 || RackOptions.dimensions.contains(side) else {
                throw .unusable("maxDimension is 0 for the whole photo, or from 500 to 50000")
            }
            result.maxDimension = side == 0 ? nil : side
        }
        return try placed(result)
    }

    /// The options with the corner wells that the user marked.
    private func placed(_ options: RackOptions) throws(Refusal) -> RackOptions {
        guard let corners else { return options }
        guard corners.allSatisfy({ $0.count == 2 }), let shown = RackCorners(corners.map { Point(x: $0[0], y: $0[1]) })
        else { throw .unusable("corners are one, two or four different points [x, y]") }
        do throws(RackError) { return try options.placed(by: shown) } catch { throw .corners }
    }
}

extension RackOptionOverrides: JSONConvertible {
    public var json: JSONValue {
        JSONValue([
            "container": container?.json, "grid": grid?.json, "looksTwice": looksTwice?.json,
            "maxDimension": maxDimension?.json, "a1": a1?.json, "fromBelow": fromBelow?.json, "corners": corners?.json,
            "turn": turn?.json, "rack": rack?.json,
        ])
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            container: try json.optional("container"), grid: try json.optional("grid"), a1: try json.optional("a1"),
            fromBelow: try json.optional("fromBelow"), corners: try json.optional("corners"),
            turn: try json.optional("turn"), rack: try json.optional("rack"))
        looksTwice = try json.optional("looksTwice")
        maxDimension = try json.optional("maxDimension")
    }
}
