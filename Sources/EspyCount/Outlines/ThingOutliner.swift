import EspyBase
package import EspyInference
package import EspyPixels

/// Tells which part of a box its thing fills.
package protocol ThingOutliner: Sendable {
    /// A size for each box; nil where no thing is seen in it.
    ///
    /// - Parameter boxes: in pixels of `image`, each with an area.
    /// - Throws: ``CountError/model(_:)``, ``CountError/cancelled``
    func sizes(of boxes: [Rect], in image: RGBImage) throws(CountError) -> [Count.Size?]
}

/// A network that looks at the square around each box.
package struct TensorOutliner: ThingOutliner {
    private let graph: OpenModel
    /// How many windows are shown at once. Between batches the task may be cancelled.
    private static let batch = 16

    package init(_ graph: OpenModel) { self.graph = graph }

    package func sizes(of boxes: [Rect], in image: RGBImage) throws(CountError) -> [Count.Size?] {
        var found: [Count.Size?] = []
        for start in stride(from: 0, to: boxes.count, by: Self.batch) {
            let windows = boxes[start..<min(start + Self.batch, boxes.count)].map(ThingWindow.init)
            let shown = Self.tensor(of: windows, in: image)
            let answer = try graph.answers([shown], count: 1)[0]
            let shape = [windows.count, ThingWindow.cells, ThingWindow.cells]
            guard answer.shape == shape, answer.values.count == Tensor.count(of: shape) else {
                throw .model(
                    .wrongShape(
                        id: graph.entry.id, expected: Tensor.text(of: shape), found: Tensor.text(of: answer.shape)))
            }
            found += windows.indices.map { Self.size(windows[$0], $0, shown, answer) }
        }
        return found
    }

    private static let plane = ThingWindow.cells * ThingWindow.cells

    private static func tensor(of windows: [ThingWindow], in image: RGBImage) -> Tensor {
        let count = windows.count * 4 * plane
        let values = [Float](unsafeUninitializedCapacity: count) { out, initialized in
            for (index, window) in windows.enumerated() {
                let part = (index * 4 * plane)..<((index + 1) * 4 * plane)
                window.write(image, into: UnsafeMutableBufferPointer(rebasing: out[part]))
            }
            initialized = count
        }
        return Tensor(shape: [windows.count, 4, ThingWindow.cells, ThingWindow.cells], values: values)
    }

    private static func size(_ window: ThingWindow, _ index: Int, _ shown: Tensor, _ answer: Tensor) -> Count.Size? {
        answer.values.withUnsafeBufferPointer { answers in
            let chances = UnsafeBufferPointer(rebasing: answers[(index * plane)..<((index + 1) * plane)])
            let outline = OutlineTrace(chances, side: ThingWindow.cells).largest().map(window.point)
            return Count.Size(outline: outline, color: color(shown.values[(index * 4 * plane)...], chances))
        }
    }

    /// Mean of the cells inside, as `#rrggbb`.
    private static func color(_ window: ArraySlice<Float>, _ chances: UnsafeBufferPointer<Float>) -> String {
        var (sum, weight) = (SIMD3<Float>.zero, Float.leastNormalMagnitude)
        for cell in 0..<plane where chances[cell] > 0.5 {
            for channel in 0..<3 { sum[2 - channel] += window[window.startIndex + channel * plane + cell] }
            weight += 1
        }
        let mean = sum / weight
        return "#" + Hexadecimal.text((0..<3).map { UInt8(min(max(mean[$0], 0), 255).rounded()) })
    }
}

/// A model that is loaded when something is measured: few photos are.
struct DeferredOutliner: ThingOutliner {
    private let load: @Sendable () throws(InferenceError) -> OpenModel

    /// - Parameter load: asked each time; a ``ModelLoader`` keeps what it has loaded.
    init(load: @escaping @Sendable () throws(InferenceError) -> OpenModel) { self.load = load }

    package func sizes(of boxes: [Rect], in image: RGBImage) throws(CountError) -> [Count.Size?] {
        let graph: OpenModel
        do throws(InferenceError) { graph = try load() } catch { throw .model(error) }
        return try TensorOutliner(graph).sizes(of: boxes, in: image)
    }
}
