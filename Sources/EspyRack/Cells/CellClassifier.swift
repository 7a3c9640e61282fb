import EspyBase
package import EspyPixels

/// Says what the cells without a value hold.
package struct CellClassifier: Sendable {
    /// What was found in one cell.
    package struct Verdict: Sendable {
        package var place: Rack.Place
        package var status: Rack.Cell.Status
        /// The center of the cap, or of the cell when it is empty; x in columns, y in rows.
        package var center: Point
    }

    private let model: CapModel?
    private let isStraight: Bool
    private let places: [Rack.Place]

    /// - Parameters:
    ///   - codeCenters: where codes were read, x in columns and y in rows.
    ///   - codeSide: the side of a code in pitches.
    ///   - open: the cells without a value.
    ///   - isStraight: the box is seen from straight above and its tubes do not lean, so that all empty cells look the
    ///     same.
    package init(
        _ rectified: RectifiedImage, codeCenters: [Point], codeSide: Double, open: [Rack.Place], isStraight: Bool
    ) {
        model = CapModel(rectified, codeCenters: codeCenters, codeSide: codeSide, open: open)
        self.isStraight = isStraight
        places = open
    }

    /// Judges the open cells against the caps that were read and against each other.
    ///
    /// - Parameter suspects: places that look like a code but could not be read; x in columns, y in rows.
    package func verdicts(suspects: [Point]) -> [Verdict] {
        var matches = places.map { Task.isCancelled ? nil : model?.match(in: $0) }
        let threshold = Self.threshold(matches.compactMap { $0?.roundness })
        shareOut(&matches, threshold)
        let strangers = strangers(
            among: places.indices.filter { (matches[$0]?.roundness ?? 0) < threshold }.map { places[$0] })
        return zip(places, matches).map { place, match in
            let middle = Point(x: Double(place.col), y: Double(place.row))
            guard let match, match.roundness >= threshold else {
                return Verdict(place: place, status: strangers.contains(place) ? .uncoded : .empty, center: middle)
            }
            let isMarked = match.detail > 0.3 || suspects.contains { $0.distance(to: match.center) < 0.25 }
            return Verdict(place: place, status: isMarked ? .unread : .uncoded, center: match.center)
        }
    }

    /// Gives a cap that leans between two cells to the nearer one; the other must find one of its own.
    private func shareOut(_ matches: inout [CapModel.Match?], _ threshold: Float) {
        guard let model else { return }
        func lean(_ index: Int) -> Double {
            let middle = Point(x: Double(places[index].col), y: Double(places[index].row))
            return matches[index]?.center.distance(to: middle) ?? .infinity
        }
        let found = places.indices.filter { (matches[$0]?.roundness ?? 0) >= threshold }
        var taken: [Point] = []
        for index in found.sorted(by: { lean($0) < lean($1) }) {
            guard let match = matches[index] else { continue }
            if taken.contains(where: { $0.distance(to: match.center) < model.clearance }) {
                matches[index] = model.match(in: places[index], besides: taken)
            }
            if let match = matches[index], match.roundness >= threshold { taken.append(match.center) }
        }
    }

    /// Cells without the outline of a cap that yet differ from all the others: where empty cells look the same, as
    /// the wells of a plate do, an even disk of another color is a plain cap.
    private func strangers(among places: [Rack.Place]) -> Set<Rack.Place> {
        guard let model, isStraight, places.count >= 6 else { return [] }
        let disks = places.map { model.disk(in: $0) }
        let usual = SIMD4<Float>((0..<4).map { axis in Float(median(disks.map { Double($0.color[axis]) }) ?? 0) })
        let offsets = disks.map { disk -> Float in
            let difference = disk.color - usual
            return (difference * difference).sum()
        }
        let spread = Float(median(offsets.map(Double.init)) ?? 0)
        return Set(
            places.indices.filter { offsets[$0] > max(25 * spread, 0.02) && disks[$0].unevenness < 0.1 * offsets[$0] }
                .map { places[$0] })
    }

    /// Where roundness parts tubes from empty cells: in the widest gap between the values, if there is one where it
    /// should be.
    private static func threshold(_ values: [Float]) -> Float {
        let (lowest, highest) = (Float(0.74), Float(0.96))
        let inside = values.filter { (lowest...highest).contains($0) }.sorted()
        let steps = [lowest] + inside + [highest]
        let widest = steps.indices.dropLast().max { steps[$0 + 1] - steps[$0] < steps[$1 + 1] - steps[$1] }
        guard let widest else { return (lowest + highest) / 2 }
        return (steps[widest] + steps[widest + 1]) / 2
    }
}
