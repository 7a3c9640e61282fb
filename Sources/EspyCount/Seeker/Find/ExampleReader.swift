import EspyInference
import EspyPixels
import Foundation

/// Describes examples by the maps under their boxes.
struct ExampleReader: Sendable {
    let networks: SeekerNetworks

    /// The network looks at six places across and down a box.
    private static let side = 6

    /// The description of one box.
    ///
    /// Only what lies under the box is shown, as maps of its own: a large photo costs no more than a small one.
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

    /// Several boxes as one example; nil for none.
    func features(of boxes: [Rect], in maps: FeatureMaps) throws(CountError) -> ExampleFeatures? {
        var each: [ExampleFeatures] = []
        for box in boxes { each.append(try features(of: box, in: maps)) }
        return ExampleFeatures(each)
    }
}
