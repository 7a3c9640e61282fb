import CMath
import EspyBase
import EspyInference
import EspyPixels

extension Count {
    /// The largest number of things to measure; the least certain beyond it are skipped.
    private static let mostMeasured = 3000

    /// Adds a size to each thing and a scale to the photo, and leaves out the reference and things that are too small
    /// or too large.
    ///
    /// - Parameters:
    ///   - image: that was counted, so that its pixels are those of this count.
    ///   - outliner: nil if its model is missing.
    mutating func measure(
        _ measuring: Measuring, in image: RGBImage, by outliner: ThingOutliner?
    ) throws(CountError) {
        guard let outliner else { throw .model(.missingModel(id: "espy-outliner", path: "")) }
        scale = try measuring.scale(in: image, by: outliner)
        let places = detections.indices.filter { detections[$0].rect.hasArea }.sorted {
            (detections[$0].main ? 0 : 1, -detections[$0].confidence, $0)
                < (detections[$1].main ? 0 : 1, -detections[$1].confidence, $1)
        }.prefix(Self.mostMeasured)
        let sizes = try outliner.sizes(of: places.map { detections[$0].rect }, in: image)
        for (place, size) in zip(places, sizes) { detections[place].size = size }
        leaveOut { detection, count in
            !count.admits(detection) || measuring.reference.map { detection.rect.iou($0.box) > Self.sameThing } ?? false
        }
    }

    /// Boxes that share more than this are the same thing.
    private static let sameThing = 0.4

    /// Whether a thing is neither too small nor too large. A thing without a size may be either, and counts.
    func admits(_ detection: Detection) -> Bool {
        guard let measuring = parameters.measuring, let size = detection.size else { return true }
        return measuring.admits(size.length / (scale?.pixelsPerUnit ?? 1))
    }

    /// Stops counting some things. Undetected things are assumed to be left out in the same proportion.
    private mutating func leaveOut(where isLeftOut: (Detection, Count) -> Bool) {
        let before = self
        let gone = detections.indices.filter { before.detections[$0].main && isLeftOut(before.detections[$0], before) }
        guard !gone.isEmpty, let group = before.main.first?.cluster else { return }
        for place in gone { detections[place].main = false }
        regroup(mainID: group)
        let share = Double(count) / Double(before.count)
        range = Range(
            low: min(count, Int((Double(before.range.low) * share).rounded(.down))),
            high: max(count, Int((Double(before.range.high) * share).rounded(.up))))
    }
}

extension Measuring {
    /// - Throws: ``CountError/unusableReference(_:)`` if nothing is visible in its box.
    fileprivate func scale(
        in image: RGBImage, by outliner: ThingOutliner
    ) throws(CountError) -> LengthScale? {
        guard let reference else { return scale }
        let picture = Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        guard let box = picture.intersection(reference.box), box.hasArea,
            let size = try outliner.sizes(of: [box], in: image)[0]
        else { throw .unusableReference(reference.box) }
        return LengthScale(pixelsPerUnit: size.length / reference.length, unit: reference.unit)
    }
}

extension Rect {
    var hasArea: Bool { [x, y, width, height].allSatisfy { $0.isFinite } && width > 0 && height > 0 }
}

extension Count {
    /// Statistics of the sizes of the counted things.
    public struct SizeSummary: Sendable, Equatable {
        /// The unit of lengths; areas are in its square.
        public var unit: String
        /// The number of counted things that could be measured.
        public var measured: Int
        public var length: Spread
        public var width: Spread
        public var diameter: Spread
        public var area: Spread
    }

    /// The distribution of a measure.
    public struct Spread: Sendable, Equatable {
        public var mean: Double
        public var median: Double
        /// Population standard deviation.
        public var deviation: Double
        public var least: Double
        public var most: Double
        public var histogram: Histogram

        /// Median, least and most with three significant digits: `21.3 mm (19.8 to 23.0)`.
        package func text(_ unit: String) -> String {
            "\(Self.digits(median)) \(unit) (\(Self.digits(least)) to \(Self.digits(most)))"
        }

        private static func digits(_ value: Double) -> String {
            // A damaged file may contain a value beyond the range of integers.
            guard value < 100 else { return value < 1e15 ? String(Int(value.rounded())) : String(value) }
            let step = value >= 10 ? 10.0 : value >= 1 ? 100 : 1000
            return String((value * step).rounded() / step)
        }

        /// Nil if empty, or if a number is not finite.
        init?(_ values: [Double]) {
            guard values.allSatisfy({ $0.isFinite }), let known = Statistics(values), let least = values.min(),
                let most = values.max(), known.deviation.isFinite
            else { return nil }
            (mean, median, deviation) = (known.mean, known.median, known.deviation)
            (self.least, self.most) = (least, most)
            histogram = Histogram(values, from: least, to: most)
        }
    }

    /// The number of values in steps of equal width.
    public struct Histogram: Sendable, Equatable {
        /// Start of the first step: a multiple of ``step``.
        public var from: Double
        /// Width of a step: 1, 2 or 5 times a power of ten.
        public var step: Double
        /// The count in each step, without its upper end.
        public var counts: [Int]

        private static let usualSteps = 8.0

        init(_ values: [Double], from least: Double, to most: Double) {
            let width = max(most - least, abs(most) * 0.01, 1e-9) / Self.usualSteps
            let power = pow(10, log10(width).rounded(.down))
            step = [1.0, 2, 5].map { $0 * power }.first { $0 >= width } ?? 10 * power
            let first = (least / step).rounded(.down)
            from = first * step
            counts = Array(repeating: 0, count: Int((most / step).rounded(.down) - first) + 1)
            for value in values { counts[Int((value / step).rounded(.down) - first)] += 1 }
        }
    }

    /// Nil if no counted thing was measured.
    public var sizes: SizeSummary? {
        let known = main.compactMap { $0.size }
        let factor = 1 / (scale?.pixelsPerUnit ?? 1)
        guard let length = Spread(known.map { $0.length * factor }),
            let width = Spread(known.map { $0.width * factor }),
            let diameter = Spread(known.map { $0.diameter * factor }),
            let area = Spread(known.map { $0.area * factor * factor })
        else { return nil }
        return SizeSummary(
            unit: sizeUnit, measured: known.count, length: length, width: width, diameter: diameter, area: area)
    }

    /// The unit of lengths: `mm`, or `px` if the scale is unknown.
    public var sizeUnit: String { scale?.unit.rawValue ?? "px" }
}
