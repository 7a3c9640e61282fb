import EspyPixels

extension RackOptions {
    /// Returns options that place a box by codes whose wells are known, from a list or from another photo of the same
    /// box, if its own photo does not show where it begins.
    ///
    /// - Parameters:
    ///   - rack: the result with these options.
    ///   - contents: intended or earlier contents.
    ///   - anyCorner: whether A1 may be in any corner of the photo, and not only where these options have it.
    /// - Returns: nil if the photo itself shows where the box begins, if fewer than two codes, or fewer than four in
    ///   five of the known ones, agree, or if several places are equally good.
    public func settled(_ rack: Rack, by contents: RackContents, anyCorner: Bool = false) -> RackOptions? {
        guard rack.isGrid, rack.outline != nil, rack.warnings.contains(where: { $0.kind == .originUnknown }) else {
            return nil
        }
        let corners = anyCorner ? RackView.Corner.allCases : [view.a1]
        let fits = corners.compactMap { corner -> Shift? in
            let seen = RackView(a1: corner, isFromBelow: view.isFromBelow)
            return Shift(rack.seen(view.inverse).seen(seen), contents, size: grid.size)
        }
        guard let best = fits.max(by: { $0.agreeing < $1.agreeing }),
            fits.count(where: { $0.agreeing == best.agreeing }) == 1
        else { return nil }
        return best.corners.flatMap { try? placed(by: $0) }
    }
}

/// The offset of the box's cells from the wells that most of its codes should be in.
private struct Shift {
    let agreeing: Int
    let corners: RackCorners?

    init?(_ rack: Rack, _ contents: RackContents, size: (rows: Int, cols: Int)?) {
        let wells = Self.unique(contents.items.map { ($0.value, $0.place) })
        let found = Self.unique(rack.vials.map { ($0.value, $0.place) })
        var votes: [Rack.Place: Int] = [:]
        for (value, place) in found {
            guard let well = wells[value] else { continue }
            votes[Rack.Place(row: well.row - place.row, col: well.col - place.col), default: 0] += 1
        }
        guard let most = votes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.value >= 2,
            5 * most.value >= 4 * votes.values.reduce(0, +)
        else { return nil }
        let shift = most.key
        let (lastRow, lastCol) = size.map { ($0.rows - 1, $0.cols - 1) } ?? (Int.max, Int.max)
        guard
            found.values.allSatisfy({
                (0...lastRow).contains($0.row + shift.row) && (0...lastCol).contains($0.col + shift.col)
            })
        else { return nil }
        agreeing = most.value
        corners = Self.corners(rack, shift, size)
    }

    private static func unique(_ pairs: [(String, Rack.Place)]) -> [String: Rack.Place] {
        Dictionary(grouping: pairs, by: { $0.0 }).compactMapValues { $0.count == 1 ? $0[0].1 : nil }
    }

    /// All four corners of a box of known size; otherwise A1.
    private static func corners(_ rack: Rack, _ shift: Rack.Place, _ size: (rows: Int, cols: Int)?) -> RackCorners? {
        let (right, bottom) = (Double(rack.cols) - 0.5, Double(rack.rows) - 0.5)
        let area = Quad(Rect(x: -0.5, y: -0.5, width: right + 0.5, height: bottom + 0.5))
        guard let outline = rack.outline, let map = Homography(from: area, to: outline) else { return nil }
        func center(_ row: Int, _ col: Int) -> Point {
            map.apply(Point(x: Double(col - shift.col), y: Double(row - shift.row)))
        }
        guard let (rows, cols) = size, rows > 1, cols > 1 else { return RackCorners([center(0, 0)]) }
        return RackCorners([
            center(0, 0), center(0, cols - 1), center(rows - 1, cols - 1), center(rows - 1, 0),
        ])
    }
}

extension RackOptions {
    /// Returns the orientation of the box that puts most of its values into their intended wells.
    ///
    /// - Parameters:
    ///   - rack: the result with these options.
    ///   - contents: intended contents.
    /// - Returns: nil if no corner for A1 is better than the others.
    public func agreeing(_ rack: Rack, with contents: RackContents) -> RackTurn? {
        let turns = RackView.Corner.allCases.map { corner in
            let turn = RackTurn(from: view, to: RackView(a1: corner, isFromBelow: view.isFromBelow))
            let turned = rack.turned(turn, RackCorrections()).0
            return (turn: turn, agreeing: RackComparison(turned, with: contents).agreeing)
        }.sorted { $0.agreeing > $1.agreeing }
        return turns[0].agreeing > turns[1].agreeing ? turns[0].turn : nil
    }
}
