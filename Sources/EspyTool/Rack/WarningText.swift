package import Espy

extension Rack.Warning {
    /// What a person should know before relying on the result, without the name of the file.
    package var text: String {
        let cells = places.isEmpty ? "a cell" : places.map(\.name).joined(separator: ", ")
        let what = value.map(quoted) ?? "one of them"
        return switch kind {
        case .originUnknown:
            "the photo does not show where the box begins; rows and columns count from the first code (use --grid)"
        case .largerThanGiven: "the codes reach further than --grid says; the size that they need is used"
        case .noLattice: "the codes form no rows and columns; they are listed in the order of reading"
        case .fewCodes: "too few codes were read to be sure how many cells lie between them; give --grid, or check"
        case .movedToNeighbor: "two codes claim one cell; \(what) was put into \(cells)"
        case .cellTaken: "two codes claim \(cells); \(what) is left out of the box"
        case .outsideGrid: "\(value.map(quoted) ?? "a code") lies in no cell of the box"
        case .duplicate: "\(value.map(quoted) ?? "a value") was read in \(cells)"
        case .unread: "could not read \(cells); look at it, or take a sharper photo"
        }
    }
}
