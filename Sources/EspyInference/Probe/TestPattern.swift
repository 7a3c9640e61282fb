extension ModelInput {
    /// A picture of slopes and edges, the same each time, as the model wants it: for trying a model out.
    package var testPattern: Tensor {
        var values: [Float] = []
        values.reserveCapacity(3 * width * height)
        for channel in 0..<3 {
            for y in 0..<height {
                for x in 0..<width {
                    // Blocks of 16 pixels, each with a slope of its own.
                    let block = (x / 16) * 5 + (y / 16) * 3 + channel
                    let pixel = (x * (1 + block % 4) + y * (2 + block % 3) + block * 37) % 256
                    values.append(Float((Double(pixel) * scale - mean[channel]) / std[channel]))
                }
            }
        }
        return Tensor(shape: [1, 3, height, width], values: values)
    }
}

extension Model {
    /// Runs the model once.
    /// - Throws: what ``run(_:)`` throws.
    public func tryOut() throws(InferenceError) { _ = try run(entry.input.testPattern) }
}
