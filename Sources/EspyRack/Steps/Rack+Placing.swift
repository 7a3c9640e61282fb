import DataMatrix
import EspyBase
import EspyPixels

extension Rack {
    /// Puts the codes into the positions of a container, or in reading order if the photo does not show which is which.
    ///
    /// - Parameters:
    ///   - turn: rotation of the container in the photo, in degrees clockwise; nil if unknown.
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
            // Positions without a code were not examined, so they are not called empty.
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

    /// The codes in reading order, which is not the container's.
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

extension RackOptions {
    /// Shrinks the picture if necessary, and returns its size as a share of the original.
    func shrunk(_ image: SplitImage) -> (SplitImage, factor: Double) {
        let side = max(image.width, image.height)
        guard let maxDimension, side > max(maxDimension, 1) else { return (image, 1) }
        return (SplitImage(image.fitted(longSide: max(maxDimension, 1))), Double(max(maxDimension, 1)) / Double(side))
    }
}

extension RackGrid {
    /// The same grid for the same picture at another size.
    package func scaled(by factor: Double) -> RackGrid {
        if case .tolerance(let pixels) = self { return .tolerance(pixels * factor) }
        return self
    }
}

extension Rack {
    /// The same box in the same picture at another size.
    package func scaled(by factor: Double, to size: (width: Int, height: Int)) -> Rack {
        var result = moved { $0 * factor }
        (result.width, result.height) = size
        return result
    }

    /// The same box with each point of its picture elsewhere.
    func moved(_ move: (Point) -> Point) -> Rack {
        var result = self
        result.outline = outline?.map(move)
        for index in cells.indices {
            let center = move(cells[index].center)
            (result.cells[index].x, result.cells[index].y) = (center.x, center.y)
        }
        for index in vials.indices { result.vials[index].code.move(move) }
        for index in outside.indices { result.outside[index].move(move) }
        return result
    }
}

extension Rack.Code {
    fileprivate mutating func move(_ move: (Point) -> Point) {
        let center = move(Point(x: x, y: y))
        (x, y) = (center.x, center.y)
        corners = corners.map(move)
    }
}

extension Rack {
    /// Lists the values that were read more than once; all of them stay.
    mutating func markDuplicates() {
        var places: [String: [Place]] = [:]
        for vial in vials { places[vial.value, default: []].append(vial.place) }
        for index in vials.indices { vials[index].isDuplicate = places[vials[index].value, default: []].count > 1 }
        duplicates = places.filter { $0.value.count > 1 }.map { Duplicate(value: $0.key, places: $0.value) }
            .sorted { $0.places[0] < $1.places[0] }
        warnings.removeAll { $0.kind == .duplicate }
        warnings += duplicates.map { Warning(.duplicate, value: $0.value, places: $0.places) }
        markSymbols()
    }

    /// Lists the codes that declare that they are not a whole value.
    private mutating func markSymbols() {
        warnings.removeAll { $0.kind == .partOfSeveral || $0.kind == .readerProgramming }
        for (code, places) in vials.map({ ($0.code, [$0.place]) }) + outside.map({ ($0, []) }) {
            if let part = code.part {
                var warning = Warning(.partOfSeveral, value: code.value, places: places)
                (warning.part, warning.parts) = (part.position, part.count)
                warnings.append(warning)
            }
            if code.isReaderProgramming {
                warnings.append(Warning(.readerProgramming, value: code.value, places: places))
            }
        }
    }
}
