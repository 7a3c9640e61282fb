public import EspyPixels

/// What a person says about a count: things that were missed, and things that are none.
public struct CountCorrections: Codable, Sendable, Equatable {
    /// Things that were missed, in pixels of the upright picture.
    public var added: [Rect]
    /// Places in ``Count/detections`` of things that were wrongly counted.
    public var removed: [Int]
    /// Places in ``Count/detections`` of things that were wrongly left out.
    public var included: [Int]

    public init(added: [Rect] = [], removed: [Int] = [], included: [Int] = []) {
        self.added = added
        self.removed = removed
        self.included = included
    }

    /// What is left out is empty.
    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        added = try box.decodeIfPresent([Rect].self, forKey: .added) ?? []
        removed = try box.decodeIfPresent([Int].self, forKey: .removed) ?? []
        included = try box.decodeIfPresent([Int].self, forKey: .included) ?? []
    }

    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && included.isEmpty }
}

extension Count {
    /// The same photo as a person sees it: what was removed is not counted, what was added or included is, and nothing
    /// of that is doubtful any more. Added things say so (``Detection/isAdded``).
    ///
    /// ```swift
    /// let right = count.corrected(by: CountCorrections(removed: [3]))
    /// ```
    /// - Returns: nil when a place is none in ``detections``, or an added thing has no area in the picture.
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
        let order = readingOrder(of: result.detections.map(\.rect))
        result.detections = order.map { result.detections[$0] }
        result.regroup(mainID: group)
        if result.count > 0 { result.warnings.removeAll { $0 == .nothingFound } }
        return result
    }

    /// - Parameter group: that it belongs to from now on; nil for the one it is in.
    private mutating func settle(_ place: Int, isMain: Bool, _ group: Int?) {
        detections[place].main = isMain
        detections[place].doubt = 0
        if let group { detections[place].cluster = group }
    }

    func isInside(_ rect: Rect) -> Bool {
        let numbers = [rect.x, rect.y, rect.width, rect.height]
        let picture = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        return numbers.allSatisfy(\.isFinite) && rect.width > 0 && rect.height > 0
            && picture.intersection(rect) != nil
    }
}

extension Count.Detection {
    /// A thing that a person has seen.
    fileprivate init(added rect: Rect, cluster: Int) {
        self.init(
            x: rect.x, y: rect.y, width: rect.width, height: rect.height, confidence: 1, cluster: cluster, main: true)
        isAdded = true
    }
}
