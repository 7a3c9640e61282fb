// Not in the browser: recipes are kept by the server.

public import EspyPixels

extension Recipe {
    /// The amount that was learned.
    public struct Lesson: Codable, Sendable, Equatable {
        /// New examples, and new counterexamples.
        public var examples = 0
        public var counterexamples = 0
        /// New cut places.
        public var cuts = 0

        public init(examples: Int = 0, counterexamples: Int = 0, cuts: Int = 0) {
            (self.examples, self.counterexamples, self.cuts) = (examples, counterexamples, cuts)
        }
    }

    /// The most samples of each kind from one photo: more of the same light and angle teach little.
    private static let fewOfAPhoto = 3

    /// Learns from corrections of a count: missed things become examples, and wrongly counted ones counterexamples, as
    /// far as there is room; and the place where the finds should have been cut moves the cut in other photos.
    ///
    /// A removed box on a thing that still counts says nothing about other things: it was a duplicate, or a part.
    /// Things cut by the border of the photo show only a part, and are left out.
    ///
    /// - Parameters:
    ///   - count: before correction, in pixels of the picture in the file.
    ///   - photo: that was counted, at any size.
    /// - Throws: ``RecipeError/outsidePhoto(x:y:width:height:)``, or that a picture is too small to be shown.
    @discardableResult
    public mutating func learn(
        from corrections: CountCorrections, of count: Count, in photo: CountPhoto
    ) throws(RecipeError) -> Lesson {
        guard let right = count.corrected(by: corrections) else { return Lesson() }
        let counted = right.main.map(\.rect)
        let missed = corrections.added + corrections.included.map { count.detections[$0].rect }
        let wrong = corrections.removed.map { count.detections[$0].rect }
            .filter { box in !counted.contains { $0.containment(box) > 0.5 } }
        let (width, height) = (Double(count.width), Double(count.height))
        func shown(_ boxes: [Rect], room: Int) throws(RecipeError) -> [Sample] {
            let whole = boxes.filter { $0.x >= 1 && $0.y >= 1 && $0.maxX <= width - 1 && $0.maxY <= height - 1 }
            var samples: [Sample] = []
            for box in whole.spread(over: min(room, Self.fewOfAPhoto)) { samples.append(try Sample(box, in: photo)) }
            return samples
        }
        let new = try shown(missed, room: Self.mostExamples - examples.count)
        let not = try shown(wrong, room: Self.mostExamples - counterexamples.count)
        examples += new
        counterexamples += not
        let cut = count.neededCut(for: right.count, similarity: similarity)
        if let cut { cuts = Array(((cuts ?? []) + [cut]).suffix(Self.mostExamples)) }
        return Lesson(examples: new.count, counterexamples: not.count, cuts: cut == nil ? 0 : 1)
    }

    /// Learns with models at hand: other examples change the threshold that is needed, so the photo is counted again if
    /// it added any.
    ///
    /// - Parameter recount: counts the photo with a recipe. If it fails, the cut from the first count is used.
    @discardableResult
    public mutating func learn(
        from corrections: CountCorrections, of count: Count, in photo: CountPhoto,
        recount: (Recipe) async throws -> Count
    ) async throws(RecipeError) -> Lesson {
        let lesson = try learn(from: corrections, of: count, in: photo)
        guard lesson.examples + lesson.counterexamples > 0, lesson.cuts > 0, let known = cuts?.dropLast(),
            let right = count.corrected(by: corrections)
        else { return lesson }
        var plain = self
        plain.cuts = nil
        let again = try? await recount(plain)
        if let cut = again?.neededCut(for: right.count, similarity: similarity) { cuts = known + [cut] }
        return lesson
    }

    /// Removes the latest lesson, as far as it is still there.
    public mutating func unlearn(_ lesson: Lesson) {
        examples.removeLast(min(lesson.examples, examples.count))
        counterexamples.removeLast(min(lesson.counterexamples, counterexamples.count))
        let left = (cuts ?? []).dropLast(lesson.cuts)
        cuts = left.isEmpty ? nil : Array(left)
    }
}

extension Count {
    /// Distance of a cut below the last find, if all count.
    private static let step = 0.25

    /// Returns the place of the cut at which this many finds count; nil if nothing counts, or nothing was found.
    ///
    /// - Parameter similarity: the setting that already moved the cut.
    fileprivate func neededCut(for number: Int, similarity: Double?) -> Double? {
        let group = main.first?.cluster ?? clusters.first?.id ?? 0
        let logits = detections.filter { $0.cluster == group && !$0.isAdded }
            .map { SeekerFind(box: $0.rect, score: $0.confidence).logit }.sorted(by: >)
        guard number > 0, let last = logits.last else { return nil }
        let place = number < logits.count ? (logits[number - 1] + logits[number]) / 2 : last - Self.step
        return place - Similarity.shift(similarity)
    }
}

extension [Rect] {
    /// Returns this many of them, evenly spread.
    fileprivate func spread(over number: Int) -> [Rect] {
        guard count > number else { return self }
        return (0..<Swift.max(number, 0)).map { self[$0 * count / number] }
    }
}

extension Recipe.Sample {
    /// Cuts a thing out of a photo.
    ///
    /// - Parameter box: in pixels of the picture in the file.
    /// - Throws: ``RecipeError/outsidePhoto(x:y:width:height:)``
    public init(_ box: Rect, in photo: CountPhoto) throws(RecipeError) {
        let across = Double(photo.image.width) / Double(max(photo.width, 1))
        let down = Double(photo.image.height) / Double(max(photo.height, 1))
        do throws(RecipeError) {
            try self.init(box.scaled(x: across, y: down), in: photo.image)
        } catch .outsidePhoto { throw .outsidePhoto(x: box.x, y: box.y, width: box.width, height: box.height) }
    }
}
