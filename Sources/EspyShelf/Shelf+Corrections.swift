package import EspyPixels

extension Shelf {
    /// The same shelf with what a person said about it. Confirmed, moved and added spines are sure, and so is a text
    /// that was typed in. An added spine belongs to the row whose books are nearest in height.
    ///
    /// - Returns: nil when the corrections do not fit: they name spines that are not there, use a number twice, have
    ///   corners far outside the picture, or texts with control characters or more than 1,000 characters.
    public func corrected(by corrections: ShelfCorrections) -> Shelf? {
        guard corrections.fit(self) else { return nil }
        if corrections.isEmpty { return self }
        let confirmed = Set(corrections.confirmed)
        let removed = Set(corrections.removed)
        var result = self
        for index in result.spines.indices {
            let id = result.spines[index].id
            let moved = corrections.moved[id]?.quad
            if let moved { result.spines[index].quad = moved }
            if moved != nil || confirmed.contains(id) { result.spines[index].confidence = 1 }
        }
        for added in corrections.added {
            result.spines.append(
                Spine(id: added.id, quad: added.quad.quad, row: row(at: added.quad.quad.center.y), confidence: 1))
        }
        for index in result.spines.indices {
            guard let text = corrections.texts[result.spines[index].id] else { continue }
            result.spines[index].reading = Reading(text: text, confidence: 1)
        }
        result.spines.removeAll { removed.contains($0.id) }
        result.spines.sort { ($0.row, $0.quad.center.x, $0.id) < ($1.row, $1.quad.center.x, $1.id) }
        return result
    }

    /// Around all spines; nil without any.
    package var bounds: Rect? {
        spines.dropFirst().reduce(spines.first?.quad.bounds) { $0?.union($1.quad.bounds) }
    }

    /// The row whose books have their centers nearest to this height; 0 without any.
    private func row(at y: Double) -> Int {
        spines.min { abs($0.quad.center.y - y) < abs($1.quad.center.y - y) }?.row ?? 0
    }
}
