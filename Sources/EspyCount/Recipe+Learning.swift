import EspyPixels

extension Recipe {
    /// How much was learned.
    public struct Lesson: Codable, Sendable, Equatable {
        /// New examples, and new things that are not meant.
        public var examples = 0
        public var counterexamples = 0

        public init(examples: Int = 0, counterexamples: Int = 0) {
            (self.examples, self.counterexamples) = (examples, counterexamples)
        }
    }

    /// So many of each kind from one photo: more of the same light and angle teach little.
    private static let fewOfAPhoto = 3

    /// Takes over what a person put right in a count: things that were missed become examples, and wrongly counted ones
    /// things that are not meant, as far as there is room for them.
    ///
    /// A box that was taken away and lies on a thing that still counts says nothing of other things: it was the same one
    /// twice, or a part of it. Things that the border of the photo cuts show only a part, and are left out.
    ///
    /// - Parameters:
    ///   - count: as it was found, in pixels of the picture in the file.
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
        return Lesson(examples: new.count, counterexamples: not.count)
    }
}

extension [Rect] {
    /// So many of them, from the first to the last.
    fileprivate func spread(over number: Int) -> [Rect] {
        guard count > number else { return self }
        return (0..<Swift.max(number, 0)).map { self[$0 * count / number] }
    }
}
