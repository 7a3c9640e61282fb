extension OpenModel {
    /// Runs the model once, on a small picture or on small inputs of its task.
    ///
    /// - Throws: what ``run(height:width:fill:take:)`` and ``run(_:)`` throw, and ``InferenceError/notFinite(id:)``
    public func tryOut() throws(InferenceError) {
        let columns = entry.output.columns
        let maps = Self.tensor([1, columns, 8, 8])
        switch entry.task {
        case .seekerMaps: _ = try run([Self.tensor([1, 3, 64, 64])])
        case .seekerExample, .seekerDescribe:
            let box: [Float] = [8, 8, 48, 48]
            _ = try run([maps, Tensor(shape: [2, 4], values: box + box)])
        case .seekerFind:
            _ = try run([maps, Self.tensor([1, columns]), Self.tensor([1, columns, 9]), Self.tensor([1, 2])])
        case .seekerPropose: _ = try run([maps])
        case .outliner: _ = try run([Self.tensor([2, 4, columns, columns])])
        default: try tryPicture()
        }
    }

    private func tryPicture() throws(InferenceError) {
        let height = entry.input.height > 0 ? entry.input.height : 64
        let isFinite = try run(height: height, width: 128) { numbers in
            for index in numbers.indices { numbers[index] = Float(index % 29) / 14 - 1 }
        } take: { _, values in
            values.allSatisfy(\.isFinite)
        }
        if isFinite == false { throw .notFinite(id: entry.id) }
    }

    private static func tensor(_ shape: [Int]) -> Tensor {
        let count = Tensor.count(of: shape) ?? 0
        return Tensor(shape: shape, values: (0..<count).map { Float($0 % 7) / 7 })
    }
}
