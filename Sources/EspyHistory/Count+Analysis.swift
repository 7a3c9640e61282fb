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
    public var things: String? { recipe?.things.noun(count) }
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

    public var subject: Rect? { representative?.rect }

    public func changes(from old: CountCorrections, to new: CountCorrections) -> [AuditEvent.Draft] {
        old == new ? [] : [.number(corrected(by: old)?.count, corrected(by: new)?.count)]
    }

    public func answer(file: String) -> CountAnswer { CountAnswer(self, file: file) }
    public func csv(raw _: Bool) -> String { csv() }

    public func annotated(
        on image: RGBImage, _ caption: CountAnnotator.Caption, look: CountAnnotator.Look
    ) -> RGBImage {
        CountAnnotator(caption: caption, look: look).annotate(self, on: image)
    }
}

extension Count {
    /// The most typical counted thing: certain, complete, and of usual size and shape. Nil if nothing was counted.
    ///
    /// It has the least sum of its doubt, the deviations of its area and aspect ratio from the median (absolute
    /// difference of natural logarithms), and 1 if the border of the picture cuts it. Of equals, the first in reading
    /// order.
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

extension Count.Range {
    fileprivate static let uncertain = "uncertain"

    /// Returns the range for people.
    fileprivate func words(beside count: Int) -> String {
        guard low != high else { return "exact" }
        return isInformative(beside: count) ? "\(low) – \(high)" : Self.uncertain
    }
}

extension Count {
    /// The range for people. It does not know of things that the photo hides, so beside those it is never exact.
    var rangeWords: String {
        let hides: Set<Warning> = [.dark, .bright, .tooMany, .damagedPhoto]
        return range.low == range.high && !hides.isDisjoint(with: warnings)
            ? Range.uncertain : range.words(beside: count)
    }

    public var report: AnalysisReport {
        let headline = recipe?.things.phrase(count) ?? (count == 1 ? "1 thing" : "\(count) things")
        return AnalysisReport(headline: headline, facts: reportFacts, table: reportTable)
    }

    private var reportFacts: [(String, String)] {
        let doubtful = detections.count(where: \.isDoubtful)
        var facts = [("Range", rangeWords)]
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

    /// By region and kind.
    private var reportTable: CSVTable? {
        let parts = regions + kinds
        guard !parts.isEmpty else { return nil }
        let rows = parts.map { [$0.name, String($0.count), $0.range.words(beside: $0.count)] }
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
        let usual: [(String, String)] = [
            ("pipeline", options.pipeline.rawValue), ("confidence", options.confidence.map { "\($0)" } ?? "auto"),
            ("similarity", options.similarity.map { "\($0)" } ?? "auto"),
            ("filters", filters.isEmpty ? "none" : filters.joined(separator: ", ")),
            ("border", options.border.rawValue),
        ]
        return options.constants.map { usual + [("constants", $0.words)] } ?? usual
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

extension CountOptions.Constants {
    /// `size 1, aspect 0.5, area off, groups of 2`
    fileprivate var words: String {
        let limits = [("size", size), ("aspect", aspect), ("area", area)].map { name, limit in
            "\(name) \(limit.map { "\($0)" } ?? "off")"
        }
        return (limits + ["groups of \(smallestGroup)"]).joined(separator: ", ")
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

/// Detections as bytes, a sixth of their size as JSON: a photo may have thousands of them, and the history many photos.
///
/// One byte with the version, then 29 bytes each, all little-endian: x, y, width, height, confidence and doubt as
/// 32-bit floats, the cluster as a 32-bit integer, and a byte that is 1 if it is counted. A float stores a position to
/// a thousandth of a pixel; reading returns the shortest decimal number that represents it.
///
/// Measured detections have version 2: their number follows it, in 32 bits, and after all of them come their outlines
/// in the same order: the number of corners, 0 for none, then the color, and x and y of each corner in tenths of a
/// pixel, 32 bits each.
private enum PackedDetections {
    private static let plain: UInt8 = 1
    private static let measured: UInt8 = 2
    private static let size = 29
    /// The largest coordinate of a corner in pixels that fits into 32 bits.
    private static let farthest = 214_748_364.8

    /// - Returns: nil when a number is NaN, or too large for a float.
    static func pack(_ detections: [Count.Detection]) -> [UInt8]? {
        let isMeasured = detections.contains { $0.size != nil }
        var bytes = [isMeasured ? measured : plain]
        if isMeasured { append(UInt32(detections.count), to: &bytes) }
        bytes.reserveCapacity(bytes.count + detections.count * size)
        for detection in detections {
            let numbers = [
                detection.x, detection.y, detection.width, detection.height, detection.confidence, detection.doubt,
            ].map { Float($0) }
            let isNear = detection.size?.outline.allSatisfy { abs($0.x) <= farthest && abs($0.y) <= farthest } ?? true
            guard numbers.allSatisfy(\.isFinite), isNear else { return nil }
            for number in numbers { append(number.bitPattern, to: &bytes) }
            append(UInt32(bitPattern: Int32(clamping: detection.cluster)), to: &bytes)
            bytes.append(detection.main ? 1 : 0)
        }
        if isMeasured { for detection in detections { append(detection.size, to: &bytes) } }
        return bytes
    }

    /// - Returns: nil for bytes in another format.
    static func unpack(_ bytes: [UInt8]) -> [Count.Detection]? {
        switch bytes.first {
        case plain:
            guard (bytes.count - 1).isMultiple(of: size) else { return nil }
            return things(bytes, from: 1, count: bytes.count / size)
        case measured:
            guard bytes.count >= 5, let end = Int(exactly: word(bytes, 1)).map({ 5 + $0 * size }), end <= bytes.count,
                var detections = things(bytes, from: 5, count: (end - 5) / size)
            else { return nil }
            return addOutlines(to: &detections, bytes, from: end) ? detections : nil
        default: return nil
        }
    }

    private static func things(_ bytes: [UInt8], from start: Int, count: Int) -> [Count.Detection]? {
        var detections: [Count.Detection] = []
        detections.reserveCapacity(count)
        for place in 0..<count {
            let start = start + place * size
            func number(_ index: Int) -> Double {
                let float = Float(bitPattern: word(bytes, start + 4 * index))
                return Double(float.description) ?? Double(float)
            }
            let numbers = (0..<6).map(number)
            guard numbers.allSatisfy(\.isFinite) else { return nil }
            detections.append(
                Count.Detection(
                    x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3], confidence: numbers[4],
                    cluster: Int(Int32(bitPattern: word(bytes, start + 24))), main: bytes[start + 28] == 1,
                    doubt: numbers[5]))
        }
        return detections
    }

    /// Adds the measured outlines to the detections.
    ///
    /// - Returns: false when the bytes are too short or too long.
    private static func addOutlines(to detections: inout [Count.Detection], _ bytes: [UInt8], from start: Int) -> Bool {
        var place = start
        for index in detections.indices {
            guard place + 4 <= bytes.count else { return false }
            let corners = Int(word(bytes, place))
            place += 4
            guard corners > 0 else { continue }
            guard corners <= bytes.count / 8, place + 4 + 8 * corners <= bytes.count else { return false }
            let color = (0..<3).map { bytes[place + $0] }
            func tenths(_ index: Int) -> Double { Double(Int32(bitPattern: word(bytes, place + 4 + 4 * index))) / 10 }
            let outline = (0..<corners).map { Point(x: tenths(2 * $0), y: tenths(2 * $0 + 1)) }
            detections[index].size = Count.Size(outline: outline, color: "#" + Hexadecimal.text(color))
            place += 4 + 8 * corners
        }
        return place == bytes.count
    }

    private static func append(_ size: Count.Size?, to bytes: inout [UInt8]) {
        append(UInt32(size?.outline.count ?? 0), to: &bytes)
        guard let size else { return }
        let color = Hexadecimal.bytes(String(size.color.dropFirst())) ?? []
        for place in 0..<4 { bytes.append(color.indices.contains(place) ? color[place] : 0) }
        for corner in size.outline {
            for number in [corner.x, corner.y] {
                append(UInt32(bitPattern: Int32(clamping: Int((number * 10).rounded()))), to: &bytes)
            }
        }
    }

    private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
    }

    private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
}
