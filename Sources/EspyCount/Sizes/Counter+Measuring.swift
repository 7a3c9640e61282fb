import EspyBase
import EspyInference
import EspyPixels

extension Counter {
    /// Counts by `work`, and measures what was found where the options ask for it.
    func measured(
        _ image: RGBImage, progress: (@Sendable (CountProgress) -> Void)?,
        _ work: ((@Sendable (CountProgress) -> Void)?) async throws(CountError) -> Count
    ) async throws(CountError) -> Count {
        guard let measuring = options.measuring else { return try await work(progress) }
        var count = try await work { step in
            guard step.stage != .complete else { return }
            progress?(CountProgress(stage: step.stage, fraction: Self.shareOfCounting * step.fraction))
        }
        progress?(CountProgress(stage: .measuring, fraction: Self.shareOfCounting))
        let elapsed = clock.map { Stopwatch.milliseconds($0) }
        try count.measure(measuring, in: image, by: models.outliner)
        count.stages.append(Count.Stage(name: CountProgress.Stage.measuring.rawValue, ms: elapsed?() ?? 0))
        progress?(CountProgress(stage: .complete, fraction: 1))
        return count
    }

    private static let shareOfCounting = 0.8
}

extension Count {
    /// Of more things than this the least sure are not measured.
    private static let mostMeasured = 3000

    /// Gives each thing its size, the photo its scale, and leaves out what is too small, too large, or the reference.
    ///
    /// - Parameters:
    ///   - image: in which all is counted, so that pixels are those of this count.
    ///   - outliner: nil where its model is not there.
    mutating func measure(
        _ measuring: Measuring, in image: RGBImage, by outliner: (any ThingOutliner)?
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

    /// Boxes that share more than this are of one thing.
    private static let sameThing = 0.4

    /// Whether a thing is neither too small nor too large. What could not be measured may be either, and counts.
    func admits(_ detection: Detection) -> Bool {
        guard let measuring = parameters.measuring, let size = detection.size else { return true }
        return measuring.admits(size.length / (scale?.pixelsPerUnit ?? 1))
    }

    /// No longer counts some things. What nobody saw is taken to be left out as often as what was seen.
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
    /// - Throws: ``CountError/unusableReference(_:)`` where nothing is seen in its box.
    fileprivate func scale(
        in image: RGBImage, by outliner: any ThingOutliner
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
    var hasArea: Bool { [x, y, width, height].allSatisfy(\.isFinite) && width > 0 && height > 0 }
}
