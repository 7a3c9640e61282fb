import EspyInference
import EspyPixels

/// Tells what boxes look like, each by a vector of length 1: the closer two point, the more alike the things look.
struct Describer: Sendable {
    let networks: SeekerNetworks

    /// More at once take memory and are not faster.
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
