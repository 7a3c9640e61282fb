import CMath
import EspyInference
import EspyPixels

/// A description of one example, or of several merged into one.
struct ExampleFeatures: Sendable, Equatable {
    /// One number for each channel of the maps.
    let mean: [Float]
    /// For each channel, one number for each of nine parts; each part has length 1.
    let keys: [Float]
    /// Natural logarithms of width and height divided by ``SeekerScale/normalSide``.
    let size: [Float]

    /// Parts of an example, three across and three down.
    static let parts = 9

    init(mean: [Float], keys: [Float], size: [Float]) {
        (self.mean, self.keys, self.size) = (mean, keys, size)
    }

    /// Merges several examples into one.
    ///
    /// - Returns: nil if there are none.
    init?(_ examples: [ExampleFeatures]) {
        guard let first = examples.first else { return nil }
        if examples.count == 1 {
            self = first
            return
        }
        func mean(_ numbers: (ExampleFeatures) -> [Float]) -> [Float] {
            var sum = numbers(first)
            for other in examples.dropFirst() {
                for (index, value) in numbers(other).enumerated() { sum[index] += value }
            }
            return sum.map { $0 / Float(examples.count) }
        }
        self.init(mean: mean { $0.mean }, keys: Self.normalized(mean { $0.keys }), size: mean { $0.size })
    }

    /// Scales each part to length 1.
    private static func normalized(_ keys: [Float]) -> [Float] {
        var result = keys
        for part in 0..<parts {
            let places = stride(from: part, to: keys.count, by: parts)
            let length = places.reduce(Float(0)) { $0 + keys[$1] * keys[$1] }.squareRoot()
            if length > 0 { for place in places { result[place] /= length } }
        }
        return result
    }

    /// The mean of the parts, at length 1: nearly the same for similar things.
    var likeness: [Float] {
        let channels = keys.count / Self.parts
        let sums = (0..<channels).map { channel in
            keys[(channel * Self.parts)..<((channel + 1) * Self.parts)].reduce(0, +)
        }
        let length = sums.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? sums.map { $0 / length } : sums
    }
}

/// Describes examples by the maps under their boxes.
struct ExampleReader: Sendable {
    let networks: SeekerNetworks

    /// The network samples six places across and six down a box.
    private static let side = 6

    /// Returns the description of one box.
    ///
    /// The network only gets the maps under the box: a large photo takes no more time than a small one.
    ///
    /// - Parameter box: in pixels of the photo that `maps` shows.
    func features(of box: Rect, in maps: FeatureMaps) throws(CountError) -> ExampleFeatures {
        let edge = Float(Self.side * FeatureMaps.stride)
        let whole = Tensor(shape: [2, 4], values: [0, 0, edge, edge, 0, 0, edge, edge])
        let answers = try networks.example.answers([maps.patch(box, side: Self.side), whole], count: 3)
        let channels = networks.channels
        guard answers[0].values.count == channels, answers[1].values.count == channels * ExampleFeatures.parts else {
            let found = answers.map { Tensor.text(of: $0.shape) }.joined(separator: ", ")
            throw .model(
                .wrongShape(
                    id: networks.example.entry.id, expected: "1 x \(channels), 1 x \(channels) x 9", found: found)
            )
        }
        let scaled = maps.scaled(box)
        let size = [scaled.width, scaled.height].map { Float(log(max($0, 1) / SeekerScale.normalSide)) }
        return ExampleFeatures(mean: answers[0].values, keys: answers[1].values, size: size)
    }

    /// Describes several boxes as one example; nil if there are none.
    func features(of boxes: [Rect], in maps: FeatureMaps) throws(CountError) -> ExampleFeatures? {
        var each: [ExampleFeatures] = []
        for box in boxes { each.append(try features(of: box, in: maps)) }
        return ExampleFeatures(each)
    }
}

/// Computes an embedding of each box, a vector of length 1: the closer two point, the more similar the things look.
struct BoxEmbedder: Sendable {
    let networks: SeekerNetworks

    /// Larger batches take memory and are not faster.
    private static let batch = 512

    /// - Parameter boxes: in pixels of the photo that `maps` shows.
    func vectors(of boxes: [Rect], in maps: FeatureMaps) throws(CountError) -> [[Float]] {
        guard let describe = networks.describe else { return try oneByOne(boxes, in: maps) }
        var vectors: [[Float]] = []
        for start in stride(from: 0, to: boxes.count, by: Self.batch) {
            let group = boxes[start..<min(start + Self.batch, boxes.count)].map(maps.scaled)
            let corners = group.flatMap { [Float($0.x), Float($0.y), Float($0.maxX), Float($0.maxY)] }
            let inputs = [maps.tensor, Tensor(shape: [group.count, 4], values: corners)]
            let answer = try describe.answers(inputs, count: 1)[0]
            guard answer.values.count == group.count * networks.channels else {
                throw .model(
                    .wrongShape(
                        id: describe.entry.id, expected: "\(group.count) x \(networks.channels)",
                        found: Tensor.text(of: answer.shape)))
            }
            vectors += (0..<group.count).map {
                Array(answer.values[($0 * networks.channels)..<(($0 + 1) * networks.channels)])
            }
        }
        return vectors
    }

    private func oneByOne(_ boxes: [Rect], in maps: FeatureMaps) throws(CountError) -> [[Float]] {
        let reader = ExampleReader(networks: networks)
        var vectors: [[Float]] = []
        for box in boxes { vectors.append(try reader.features(of: box, in: maps).likeness) }
        return vectors
    }
}

/// Cosine of two vectors of length 1.
func cosine(_ first: [Float], _ second: [Float]) -> Float {
    var sum: Float = 0
    for index in first.indices { sum += first[index] * second[index] }
    return sum
}
