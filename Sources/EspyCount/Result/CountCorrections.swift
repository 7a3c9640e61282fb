public import EspyPixels

/// The user's corrections of a count: missed things, and wrong ones.
public struct CountCorrections: Sendable, Equatable {
    /// Things that were missed, in pixels of the upright picture.
    public var added: [Rect]
    /// Indices in ``Count/detections`` of things that were wrongly counted.
    public var removed: [Int]
    /// Indices in ``Count/detections`` of things that were wrongly left out.
    public var included: [Int]

    public init(added: [Rect] = [], removed: [Int] = [], included: [Int] = []) {
        self.added = added
        self.removed = removed
        self.included = included
    }

    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && included.isEmpty }
}

extension Count {
    /// Applies corrections: removed things are not counted, added and included ones are, and none of them is doubtful
    /// any more. Added things are marked (``Detection/isAdded``).
    ///
    /// ```swift
    /// let right = count.corrected(by: CountCorrections(removed: [3]))
    /// ```
    /// - Returns: nil if an index is not in ``detections``, or an added thing has no area in the picture.
    public func corrected(by corrections: CountCorrections) -> Count? {
        let places = corrections.removed + corrections.included
        guard places.allSatisfy(detections.indices.contains), corrections.added.allSatisfy(isInside) else { return nil }
        if corrections.isEmpty { return self }
        let group = main.first?.cluster ?? clusters.first?.id ?? 0
        var result = self
        for place in corrections.removed { result.settle(place, isMain: false, nil) }
        for place in corrections.included { result.settle(place, isMain: true, recipes == nil ? group : nil) }
        result.detections += corrections.added.map { box in
            Detection(added: box, cluster: recipes == nil ? group : kind(near: box) ?? group)
        }
        result.candidates?.removeAll { corrections.added.contains($0.rect) }
        let order = readingOrder(of: result.detections.map { $0.rect })
        result.detections = order.map { result.detections[$0] }
        result.regroup(mainID: group)
        if result.count > 0 { result.warnings.removeAll { $0 == .nothingFound } }
        return result
    }

    /// - Parameter group: its new group; nil to keep its own.
    private mutating func settle(_ place: Int, isMain: Bool, _ group: Int?) {
        detections[place].main = isMain
        detections[place].doubt = 0
        if let group { detections[place].cluster = group }
    }

    func isInside(_ rect: Rect) -> Bool {
        let numbers = [rect.x, rect.y, rect.width, rect.height]
        let picture = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        return numbers.allSatisfy { $0.isFinite } && rect.width > 0 && rect.height > 0
            && picture.intersection(rect) != nil
    }
}

extension Count.Detection {
    /// A thing that the user added.
    fileprivate init(added rect: Rect, cluster: Int) {
        self.init(
            x: rect.x, y: rect.y, width: rect.width, height: rect.height, confidence: 1, cluster: cluster, main: true)
        isAdded = true
    }
}
