public import EspyBase

extension PhotoDescription {
    /// One line for each tag, surest first, then one for each color, the most prominent first.
    ///
    /// `name,category,confidence,source`. The category of a color is `color`, and its confidence the share of the area.
    public var table: CSVTable {
        let tags = analysis.tags.map { [$0.name, $0.category.rawValue, CSV.fraction($0.confidence), $0.source] }
        let colors = analysis.colors.map {
            [$0.name.rawValue, "color", CSV.fraction($0.share), PhotoTag.Source.analysis]
        }
        return CSVTable(columns: ["name", "category", "confidence", "source"], rows: tags + colors)
    }

    /// The text of ``table``.
    public var csv: String { table.text() }

    /// As JSON tells it.
    public var answer: Answer { Answer(description: self) }

    /// `{width, height, kind, tags[{name, category, confidence, source}], colors[{name, share}], sharpness, brightness,
    /// codes[{symbology, value}], faces, faceBoxes[{x, y, width, height}],
    /// text, metadata, archive}`; no `text` where nothing is printed on it, no faces where nobody looked for them, and no
    /// `archive` where it was not asked for.
    public struct Answer: Encodable, Sendable {
        let description: PhotoDescription

        private enum Key: String, CodingKey {
            case width, height, kind, tags, colors, sharpness, brightness, codes, faces, faceBoxes, text, metadata
            case archive
        }

        public func encode(to encoder: any Encoder) throws {
            let analysis = description.analysis
            var box = encoder.container(keyedBy: Key.self)
            try box.encode(description.width, forKey: .width)
            try box.encode(description.height, forKey: .height)
            try box.encode(analysis.kind, forKey: .kind)
            try box.encode(analysis.tags.map(\.rounded), forKey: .tags)
            try box.encode(
                analysis.colors.map { ColorShare(name: $0.name, share: $0.share.rounded(toPlaces: 3)) },
                forKey: .colors)
            try box.encode(analysis.sharpness.rounded(toPlaces: 1), forKey: .sharpness)
            try box.encode(analysis.brightness.rounded(toPlaces: 3), forKey: .brightness)
            try box.encode(analysis.codes, forKey: .codes)
            if let faces = analysis.faces {
                try box.encode(faces.count, forKey: .faces)
                try box.encode(faces, forKey: .faceBoxes)
            }
            if !analysis.text.isEmpty { try box.encode(analysis.text, forKey: .text) }
            try box.encode(description.metadata, forKey: .metadata)
            try box.encodeIfPresent(description.archive, forKey: .archive)
        }
    }
}

extension PhotoTag {
    /// With a confidence for reading.
    fileprivate var rounded: PhotoTag {
        PhotoTag(name: name, category: category, confidence: confidence.rounded(toPlaces: 3), source: source)
    }
}

extension Double {
    /// With so many decimal places at most.
    fileprivate func rounded(toPlaces places: Int) -> Double {
        let factor = (0..<places).reduce(1.0) { value, _ in value * 10 }
        return (self * factor).rounded() / factor
    }
}
