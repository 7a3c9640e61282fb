import EspyBase
public import EspyCount
public import EspyPixels
import Foundation

extension CountCorrections: AnalysisCorrections {
    public init() { self.init(added: []) }
}

extension Count: Analysis {
    public static var kind: HistoryEntry.Kind { .count }
    public static var parts: String { "counts" }
    public static var longSide: Int? { CountPhoto.longSide }
    public var number: Int { count }
    public var interval: Count.Range? { range }
    public var isWorthKeeping: Bool { count > 0 }

    public func slim() -> (result: Count, bytes: [UInt8]?)? {
        guard let packed = PackedDetections.pack(detections) else { return nil }
        var slim = self
        slim.detections = []
        return (slim, packed)
    }

    public func whole(_ bytes: [UInt8]?) -> Count? {
        guard let detections = PackedDetections.unpack(bytes ?? []) else { return nil }
        var whole = self
        whole.detections = detections
        return whole
    }

    public func subject(in image: RGBImage) -> Rect? {
        representative?.rect.scaled(
            x: Double(image.width) / Double(width), y: Double(image.height) / Double(height))
    }

    public func changes(from old: CountCorrections, to new: CountCorrections) -> [AuditEvent.Draft] {
        old == new ? [] : [.number(corrected(by: old)?.count, corrected(by: new)?.count)]
    }

    public func answer(file: String) -> CountAnswer { CountAnswer(self, file: file) }
    public func csv(raw _: Bool) -> String { csv() }

    public func annotated(on image: RGBImage, _ caption: CountAnnotator.Caption) -> RGBImage {
        CountAnnotator(caption: caption).annotate(self, on: image)
    }
}

extension Count {
    /// The counted thing that stands best for all of them: surely one, whole, and of usual size and shape. Nil when
    /// nothing was counted.
    ///
    /// It is the one with the least sum of its doubt, of how far its area and its proportions lie from the median
    /// (absolute difference of natural logarithms), and of 1 if the border of the picture cuts it. Of equals, the
    /// first in reading order.
    public var representative: Detection? {
        let counted = main.filter { $0.width > 0 && $0.height > 0 }
        guard let area = median(counted.map { log($0.width * $0.height) }),
            let shape = median(counted.map { log($0.width / $0.height) })
        else { return nil }
        func strangeness(_ detection: Detection) -> Double {
            let size = abs(log(detection.width * detection.height) - area)
            let form = abs(log(detection.width / detection.height) - shape)
            return detection.doubt + size + form + (isCut(detection) ? 1 : 0)
        }
        return counted.map { ($0, strangeness($0)) }.min { $0.1 < $1.1 }?.0
    }

    private func isCut(_ detection: Detection) -> Bool {
        let rect = detection.rect
        return rect.x <= 0.5 || rect.y <= 0.5 || rect.maxX >= Double(width) - 0.5 || rect.maxY >= Double(height) - 0.5
    }
}

extension Count {
    public var report: AnalysisReport {
        let headline = recipe?.things.telling(count) ?? (count == 1 ? "1 thing" : "\(count) things")
        return AnalysisReport(headline: headline, facts: reportFacts, table: reportTable)
    }

    private var reportFacts: [(String, String)] {
        let doubtful = detections.count(where: \.isDoubtful)
        var facts = [("Range", "\(range.low) to \(range.high)")]
        facts.append(("Left to check", doubtful == 0 ? "nothing" : "\(doubtful) doubtful"))
        if let sizes {
            let median = [("length", sizes.length), ("width", sizes.width), ("diameter", sizes.diameter)]
            facts.append(("Median sizes", median.map { "\($0) \($1.text(sizes.unit))" }.joined(separator: ", ")))
        }
        if let scale {
            facts.append(("Scale", "\(CSV.measure(scale.pixelsPerUnit)) pixels for 1 \(scale.unit.rawValue)"))
        }
        if let limits = parameters.measuring?.limits(unit: sizeUnit) { facts.append(("Counted sizes", limits)) }
        let used = recipes ?? [recipe].compactMap(\.self)
        if !used.isEmpty {
            facts.append((used.count == 1 ? "Recipe" : "Recipes", used.map(\.name).joined(separator: ", ")))
        }
        facts.append(("Cut by the border", parameters.border.words))
        if let similarity = parameters.similarity { facts.append(("Similarity", "\(similarity)")) }
        facts.append(("Counted with", "\(parameters.pipeline.rawValue): \(modelNames)"))
        return facts
    }

    /// Of regions and kinds.
    private var reportTable: CSVTable? {
        let parts = regions + kinds
        guard !parts.isEmpty else { return nil }
        let rows = parts.map { [$0.name, String($0.count), "\($0.range.low) – \($0.range.high)"] }
        return CSVTable(columns: [kinds.isEmpty ? "Region" : "Part", "Number", "Range"], rows: rows)
    }

    private var modelNames: String { [model.detector, model.embedder].compactMap(\.self).joined(separator: ", ") }

    public static func words(for corrections: CountCorrections) -> String {
        let parts = [
            (corrections.added.count, "added"), (corrections.included.count, "taken in"),
            (corrections.removed.count, "taken out"),
        ]
        return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    public var details: [(String, String)] {
        let groups = clusters.map { String($0.count) }.joined(separator: ", ")
        return [("groups", groups), ("models", modelNames)] + warnings.map { ("warning", $0.rawValue) }
    }

    public static func details(of options: CountOptions) -> [(String, String)] {
        let filters = [options.filtersSize ? "size" : nil, options.filtersAspect ? "aspect" : nil].compactMap(\.self)
        return [
            ("pipeline", options.pipeline.rawValue), ("confidence", options.confidence.map { "\($0)" } ?? "auto"),
            ("similarity", options.similarity.map { "\($0)" } ?? "auto"),
            ("filters", filters.isEmpty ? "none" : filters.joined(separator: ", ")),
            ("border", options.border.rawValue),
        ]
    }
}

extension Measuring {
    /// `4 mm or more, 30 mm or less`; nil without limits.
    fileprivate func limits(unit: String) -> String? {
        let parts = [(smallest, "more"), (largest, "less")].compactMap { limit, word in
            limit.map { "\(CSV.measure($0)) \(unit) or \(word)" }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension CountOptions.BorderPolicy {
    fileprivate var words: String {
        switch self {
        case .all: "all counted"
        case .half: "counted where at least half is seen"
        case .whole: "not counted"
        }
    }
}
