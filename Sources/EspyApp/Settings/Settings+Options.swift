package import Espy

/// What the settings say of each verb.
extension Settings {
    /// What the settings say about reading boxes.
    package var rackOptions: RackOptions {
        RackOptions(
            grid: RackGrid(parsing: text(.grid)) ?? .automatic, maxDimension: Int(text(.maxDimension)))
    }

    /// What the settings say about counting. Example, region and exclusions belong to one photo, and are no settings.
    package var countOptions: CountOptions {
        CountOptions(
            pipeline: .init(rawValue: text(.pipeline)) ?? .auto, confidence: Double(text(.confidence)),
            similarity: Double(text(.similarity)), filtersSize: isOn(.sizeFilter),
            filtersAspect: isOn(.aspectFilter), border: .init(rawValue: text(.border)) ?? .all)
    }

    /// What the settings say about reading shelves.
    package var shelfOptions: ShelfOptions {
        Double(text(.spineConfidence)).map { ShelfOptions(confidence: $0) } ?? ShelfOptions()
    }

    /// What the history keeps of photos.
    package var historyPhotos: HistoryPhotos {
        guard text(.historyPhotos) == "small", let megabytes = Int(text(.historyPhotosLimit)) else {
            return .none
        }
        return .small(limit: megabytes * 1_000_000)
    }
}
