package import EspyCount
package import EspyRack
package import EspyShelf

/// How a result stands in its table: detections apart, as bytes, since there may be thousands.
package struct ResultRow: Equatable {
    package var json: String
    /// Nil for all but a count.
    package var detections: [UInt8]?

    package init(json: String, detections: [UInt8]?) {
        self.json = json
        self.detections = detections
    }

    /// - Throws: ``HistoryError/notStorable``
    package init(_ count: Count) throws(HistoryError) {
        var slim = count
        slim.detections = []
        guard let json = HistoryJSON.text(slim), let packed = PackedDetections.pack(count.detections) else {
            throw .notStorable
        }
        self.init(json: json, detections: packed)
    }

    /// - Throws: ``HistoryError/notStorable``
    package init(_ rack: Rack) throws(HistoryError) {
        guard let json = HistoryJSON.text(rack) else { throw .notStorable }
        self.init(json: json, detections: nil)
    }

    /// - Throws: ``HistoryError/notStorable``
    package init(_ shelf: Shelf) throws(HistoryError) {
        guard let json = HistoryJSON.text(shelf) else { throw .notStorable }
        self.init(json: json, detections: nil)
    }

    /// - Returns: nil when what is written makes no sense.
    package func result(_ kind: HistoryEntry.Kind) -> HistoryResult? {
        switch kind {
        case .rack: return HistoryJSON.value(Rack.self, json).map(HistoryResult.rack)
        case .shelf: return HistoryJSON.value(Shelf.self, json).map(HistoryResult.shelf)
        case .count:
            guard var count = HistoryJSON.value(Count.self, json),
                let unpacked = PackedDetections.unpack(detections ?? [])
            else { return nil }
            count.detections = unpacked
            return .count(count)
        }
    }
}
