/// Groups faces into people by the similarity of their descriptors.
///
/// Clusters merge by average linkage, most similar first: the mean cosine over all pairs of two clusters decides, so
/// that a chain of similar faces does not join two people. Precision comes before recall: pairs of single faces need
/// more similarity than clusters with many pairs, whose mean is less noisy. Two faces in one photo are never the same
/// person, and neither are faces that the user separated. People whom the user named, or said something else of, are
/// never merged with each other.
///
/// Only new faces are compared with all others: between the others, nothing has changed.
struct FaceGrouping {
    struct Face {
        let id: Int
        let photo: Int
        let person: Int?
        let isNew: Bool
    }

    /// The changes to make.
    struct Outcome: Equatable {
        /// Faces that belong to a known person now, by the person's id.
        var joined: [Int: [Int]] = [:]
        /// Faces that make a new person.
        var founded: [[Int]] = []
        /// People that turned out to be the same, and who of them stays.
        var merged: [(from: Int, into: Int)] = []

        static func == (one: Outcome, other: Outcome) -> Bool {
            one.joined == other.joined && one.founded == other.founded
                && one.merged.elementsEqual(other.merged) { $0 == $1 }
        }
    }

    /// How similar faces of a person are.
    struct Limits {
        /// The least mean cosine of two clusters of one person. Of 5,000 pairs of different people, none is as similar:
        /// see `docs/decisions/0069-people.md`.
        var similarity: Float = 0.75
        /// The extra similarity that one pair of faces needs; less, the more pairs there are. Chosen on drawn faces, other ones
        /// than those of the tests.
        var margin: Float = 0.04
    }

    private struct Cluster {
        var person: Int?
        var isSettled: Bool
        var faces: [Int]
        var photos: Set<Int>
        /// People that the user said it is not.
        var strangers: Set<Int>
        var version = 0
        /// Whether it has to be compared with all others.
        var isNew: Bool
    }

    private let limits: Limits
    private let length: Int
    private var clusters: [Cluster] = []
    /// The mean descriptor of each cluster.
    private var means: [Float] = []
    /// The clusters that exist, in no particular order, and where each stands; -1 for one that was merged.
    private var active: [Int] = []
    private var places: [Int] = []
    private var waiting: [Int] = []

    /// - Parameters:
    ///   - faces: in a fixed order.
    ///   - descriptors: of length 1, one after another.
    ///   - settled: people that are not merged with each other.
    ///   - strangers: by face, people that it does not belong to.
    init(
        _ faces: [Face], descriptors: [Float], length: Int, settled: Set<Int>, strangers: [Int: Set<Int>],
        limits: Limits = Limits()
    ) {
        (self.limits, self.length) = (limits, length)
        var known: [Int: Int] = [:]
        for (row, face) in faces.enumerated() {
            let others = strangers[face.id] ?? []
            if let person = face.person, let cluster = known[person] {
                add(face, others, descriptors[row * length..<(row + 1) * length], to: cluster)
            } else {
                if let person = face.person { known[person] = clusters.count }
                clusters.append(
                    Cluster(
                        person: face.person, isSettled: face.person.map(settled.contains) ?? false, faces: [face.id],
                        photos: [face.photo], strangers: others, isNew: face.isNew))
                means += descriptors[row * length..<(row + 1) * length]
            }
        }
        finishMeans()
        places = [Int](repeating: -1, count: clusters.count)
        for cluster in clusters.indices {
            if clusters[cluster].isNew { waiting.append(cluster) } else { activate(cluster) }
        }
    }

    private mutating func add(_ face: Face, _ others: Set<Int>, _ descriptor: ArraySlice<Float>, to cluster: Int) {
        clusters[cluster].faces.append(face.id)
        clusters[cluster].photos.insert(face.photo)
        clusters[cluster].strangers.formUnion(others)
        if face.isNew { clusters[cluster].isNew = true }
        for (place, value) in descriptor.enumerated() { means[cluster * length + place] += value }
    }

    /// Divides the sums by the numbers of faces.
    private mutating func finishMeans() {
        for (cluster, value) in clusters.enumerated() where value.faces.count > 1 {
            for place in cluster * length..<(cluster + 1) * length { means[place] /= Float(value.faces.count) }
        }
    }

    private mutating func activate(_ cluster: Int) {
        places[cluster] = active.count
        active.append(cluster)
    }

    private mutating func retire(_ cluster: Int) {
        guard let last = active.popLast() else { return }
        if last != cluster {
            active[places[cluster]] = last
            places[last] = places[cluster]
        }
        places[cluster] = -1
    }

    /// The number of new clusters compared at a time: together with those before, not with those after them.
    private static let chunk = 1_024

    func outcome() -> Outcome {
        var work = self
        var merged: [(from: Int, into: Int)] = []
        for start in stride(from: 0, to: waiting.count, by: Self.chunk) {
            let chunk = waiting[start..<min(start + Self.chunk, waiting.count)]
            for cluster in chunk { work.activate(cluster) }
            work.join(Array(chunk), &merged)
        }
        return work.result(merged)
    }

    private struct Link {
        let similarity: Float
        let one: Int
        let other: Int
        let versions: (Int, Int)
        /// The number of faces of both: of equally similar ones, those with more come first.
        let faces: Int

        static func isBefore(_ one: Link, _ other: Link) -> Bool {
            (other.similarity, other.faces, one.one, one.other) < (one.similarity, one.faces, other.one, other.other)
        }
    }

    /// Merges clusters, most similar first, until none are similar enough.
    private mutating func join(_ fresh: [Int], _ merged: inout [(from: Int, into: Int)]) {
        var links = PriorityQueue(fresh.compactMap { nearest(to: $0) }, isBefore: Link.isBefore)
        while let link = links.popFirst() {
            guard places[link.one] >= 0, clusters[link.one].version == link.versions.0 else { continue }
            guard places[link.other] >= 0, clusters[link.other].version == link.versions.1 else {
                if let next = nearest(to: link.one) { links.insert(next) }
                continue
            }
            let kept = merge(link.one, link.other, &merged)
            if let next = nearest(to: kept) { links.insert(next) }
        }
    }

    /// The most similar cluster that is similar enough and may be the same person.
    private func nearest(to cluster: Int) -> Link? {
        var best: Link?
        means.withUnsafeBufferPointer { means in
            guard let base = means.baseAddress else { return }
            let own = base + cluster * length
            for other in active where other != cluster {
                let similarity = Self.dot(own, base + other * length, length)
                guard similarity >= limits.similarity else { continue }
                if let best, similarity < best.similarity { continue }
                let counts = (clusters[cluster].faces.count, clusters[other].faces.count)
                let needed = limits.similarity + limits.margin / Float(counts.0 * counts.1)
                guard similarity >= needed, isAllowed(cluster, other) else { continue }
                let link = Link(
                    similarity: similarity, one: cluster, other: other,
                    versions: (clusters[cluster].version, clusters[other].version), faces: counts.0 + counts.1)
                if best.map({ Link.isBefore(link, $0) }) ?? true { best = link }
            }
        }
        return best
    }

    @inline(__always)
    private static func dot(_ one: UnsafePointer<Float>, _ other: UnsafePointer<Float>, _ length: Int) -> Float {
        var sums = (SIMD8<Float>.zero, SIMD8<Float>.zero)
        var place = 0
        while place + 16 <= length {
            let (left, right) = (UnsafeRawPointer(one + place), UnsafeRawPointer(other + place))
            sums.0 += left.loadUnaligned(as: SIMD8<Float>.self) * right.loadUnaligned(as: SIMD8<Float>.self)
            sums.1 +=
                left.loadUnaligned(fromByteOffset: 32, as: SIMD8<Float>.self)
                * right.loadUnaligned(fromByteOffset: 32, as: SIMD8<Float>.self)
            place += 16
        }
        var sum = (sums.0 + sums.1).sum()
        while place < length {
            sum += one[place] * other[place]
            place += 1
        }
        return sum
    }

    private func isAllowed(_ one: Int, _ other: Int) -> Bool {
        let (one, other) = (clusters[one], clusters[other])
        if one.isSettled && other.isSettled { return false }
        if let person = one.person, other.strangers.contains(person) { return false }
        if let person = other.person, one.strangers.contains(person) { return false }
        return one.photos.isDisjoint(with: other.photos)
    }

    /// - Returns: the cluster that both are now: a settled person, otherwise the larger one, otherwise the older one.
    private mutating func merge(_ one: Int, _ other: Int, _ merged: inout [(from: Int, into: Int)]) -> Int {
        func rank(_ cluster: Int) -> (Int, Int, Int, Int) {
            let cluster = (value: clusters[cluster], number: cluster)
            return (
                cluster.value.isSettled ? 0 : 1, cluster.value.person == nil ? 1 : 0, -cluster.value.faces.count,
                cluster.number
            )
        }
        let (kept, gone) = rank(one) < rank(other) ? (one, other) : (other, one)
        let (here, there) = (Float(clusters[kept].faces.count), Float(clusters[gone].faces.count))
        for place in 0..<length {
            let sum = means[kept * length + place] * here + means[gone * length + place] * there
            means[kept * length + place] = sum / (here + there)
        }
        if let from = clusters[gone].person, let into = clusters[kept].person { merged.append((from, into)) }
        clusters[kept].faces += clusters[gone].faces
        clusters[kept].photos.formUnion(clusters[gone].photos)
        clusters[kept].strangers.formUnion(clusters[gone].strangers)
        clusters[kept].version += 1
        retire(gone)
        clusters[gone] = Cluster(
            person: nil, isSettled: false, faces: [], photos: [], strangers: [], version: -1, isNew: false)
        return kept
    }

    private func result(_ merged: [(from: Int, into: Int)]) -> Outcome {
        var outcome = Outcome(merged: merged)
        for cluster in clusters where cluster.version > 0 {
            if let person = cluster.person {
                outcome.joined[person] = cluster.faces.sorted()
            } else {
                outcome.founded.append(cluster.faces.sorted())
            }
        }
        return outcome
    }
}

/// A binary heap.
private struct PriorityQueue<Element> {
    private var heap: [Element]
    private let isBefore: (Element, Element) -> Bool

    init(_ elements: [Element], isBefore: @escaping (Element, Element) -> Bool) {
        self.isBefore = isBefore
        heap = elements
        for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(place) }
    }

    mutating func insert(_ element: Element) {
        heap.append(element)
        var place = heap.count - 1
        while place > 0, isBefore(heap[place], heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func popFirst() -> Element? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        if !heap.isEmpty {
            heap[0] = last
            sink(0)
        }
        return first
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while 2 * place + 1 < heap.count {
            var child = 2 * place + 1
            if child + 1 < heap.count, isBefore(heap[child + 1], heap[child]) { child += 1 }
            guard isBefore(heap[child], heap[place]) else { return }
            heap.swapAt(place, child)
            place = child
        }
    }
}
