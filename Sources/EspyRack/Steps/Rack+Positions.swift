import EspyBase
import EspyPixels

extension Rack {
    /// The same codes in the positions of a container; in no order where the photo does not show which is which.
    ///
    /// - Parameters:
    ///   - turn: of the container in the photo, in degrees clockwise; nil where nobody knows.
    package func placed(in positions: [RackPosition], turn: Double?, isFromBelow: Bool) -> Rack {
        let codes = vials.map { $0.code } + outside
        let layout = positions.map { Point(x: isFromBelow ? -$0.x : $0.x, y: $0.y) }
        guard let fit = PositionFit.find(codes.map { $0.center }, in: layout, turn: turn) else {
            return unplaced(codes)
        }
        var result = bare(.named, rows: 1, cols: positions.count)
        result.origin = .box
        for (code, match) in zip(codes, fit.matches) {
            guard let match else {
                result.outside.append(code)
                result.warnings.append(Warning(.outsideGrid, value: code.value))
                continue
            }
            var vial = Vial(code: code, place: Place(row: 0, col: match))
            vial.name = positions[match].name
            result.vials.append(vial)
        }
        result.vials.sort { $0.place < $1.place }
        result.cells = positions.indices.map { index in
            let place = Place(row: 0, col: index)
            let code = result.vial(row: 0, col: index)?.code
            // Nobody has looked into those without a code: they are not said to be empty.
            var cell = Cell(
                place: place, status: code == nil ? .unread : .read,
                center: code?.center ?? fit.turn.applied(to: layout[index]))
            cell.name = positions[index].name
            return cell
        }
        let unread = result.cells.filter { $0.status == .unread }.map { $0.place }
        if !unread.isEmpty { result.warnings.append(Warning(.unread, places: unread)) }
        result.markDuplicates()
        return result
    }

    /// In the order of reading, which is none of the container.
    private func unplaced(_ codes: [Code]) -> Rack {
        let side = median(codes.map { ($0.corners.meanWidth + $0.corners.meanHeight) / 2 }) ?? 1
        let places = RowGrouping.places(codes.map { $0.center }, tolerance: 1.2 * side)
        var result = bare(
            .unordered, rows: (places.map { $0.row }.max() ?? -1) + 1, cols: (places.map { $0.col }.max() ?? -1) + 1)
        result.vials = zip(codes, places).map { Vial(code: $0, place: $1) }.sorted { $0.place < $1.place }
        result.cells = result.vials.map { Cell(place: $0.place, status: .read, center: $0.code.center) }
        result.warnings = [Warning(.turnUnknown)]
        result.markDuplicates()
        return result
    }

    private func bare(_ layout: Layout, rows: Int, cols: Int) -> Rack {
        var rack = Rack(
            width: width, height: height, rows: rows, cols: cols, origin: .occupiedArea, layout: layout, cells: [],
            vials: [])
        rack.id = id
        return rack
    }
}
