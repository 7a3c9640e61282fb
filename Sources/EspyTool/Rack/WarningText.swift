import Espy

extension Rack.Warning {
    /// What a person should know before relying on the result, without the name of the file.
    package var text: String {
        switch kind {
        case .originUnknown: "where the box begins does not show: rows and columns count from the first code; give --grid"
        case .largerThanGiven: "the codes reach further than --grid says; the size they need is used"
        case .noLattice: "the codes form no rows and columns; they are listed in reading order"
        case .movedToNeighbor: "two codes claim one cell; \(what) was moved to \(where_)"
        case .cellTaken: "two codes claim one cell; \(what) is reported outside the box"
        case .outsideGrid: "\(what) lies outside the box"
        case .duplicate: "\(what) was read in \(where_)"
        case .unread: "could not read \(where_); look at these vials"
        }
    }
}
