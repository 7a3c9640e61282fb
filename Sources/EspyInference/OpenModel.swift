/// A model that takes a picture of any size, loaded and ready: one that finds or reads text. Any number of tasks may run
/// it at the same time.
public final class OpenModel: Sendable {
    /// What the manifest says of it.
    public let entry: ModelEntry
    /// Where its file is.
    public let path: String
    private let compiled: CompiledModel

    /// The most pixels that an input may have.
    public static let mostPixels = 1 << 24

    init(_ source: OpenSource) throws(InferenceError) {
        (entry, path) = (source.entry, source.path)
        compiled = try source.compile()
    }

    /// Shows the model one picture. Blocks the thread while the processor works, and gives up within a few hundredths of
    /// a second when the task that calls it is cancelled.
    ///
    /// - Parameters:
    ///   - height, width: of the picture, in pixels.
    ///   - fill: writes the picture, as ``ModelEntry/input`` says: `3 * height * width` numbers.
    ///   - take: reads the answer, which is valid inside of it alone: `[1, 1, height, width]` of a map, `[1, steps,
    ///     columns]` of characters. Its numbers may be anything, infinite ones and those that are none included.
    /// - Returns: nil when it was given up.
    /// - Throws: ``InferenceError/wrongShape(id:expected:found:)``, ``InferenceError/corruptModel(id:reason:)``
    public func run<Result>(
        height: Int, width: Int, fill: (UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shape: [Int], UnsafeBufferPointer<Float>) -> Result
    ) throws(InferenceError) -> Result? {
        let (pixels, overflow) = height.multipliedReportingOverflow(by: width)
        guard height > 0, width > 0, !overflow, pixels <= Self.mostPixels else {
            throw .wrongShape(id: entry.id, expected: "a picture", found: "\(width) x \(height) pixels")
        }
        if Task.isCancelled { return nil }
        var found: [Int] = []
        let result: Result??
        do throws(RuntimeFailure) {
            result = try compiled.run(shape: [1, 3, height, width], fill: fill) { shape, values -> Result? in
                found = shape
                return isFit(shape, height: height, width: width, values.count) ? take(shape, values) : nil
            }
        } catch {
            throw .corruptModel(id: entry.id, reason: error.text)
        }
        guard let result else { return nil }
        guard let result else {
            throw .wrongShape(id: entry.id, expected: expected(height, width), found: Tensor.text(of: found))
        }
        return result
    }

    /// Runs the model once, on a small picture.
    /// - Throws: what ``run(height:width:fill:take:)`` throws, and ``InferenceError/notFinite(id:)``
    public func tryOut() throws(InferenceError) {
        let height = entry.input.height > 0 ? entry.input.height : 64
        let isFinite = try run(height: height, width: 128) { numbers in
            for index in numbers.indices { numbers[index] = Float(index % 29) / 14 - 1 }
        } take: { _, values in
            values.allSatisfy(\.isFinite)
        }
        if isFinite == false { throw .notFinite(id: entry.id) }
    }

    private func isFit(_ shape: [Int], height: Int, width: Int, _ count: Int) -> Bool {
        guard Tensor.count(of: shape) == count else { return false }
        if entry.output.kind == .textMap { return shape == [1, 1, height, width] }
        return shape.count == 3 && shape[0] == 1 && shape[1] > 0 && shape[2] == entry.output.columns
    }

    private func expected(_ height: Int, _ width: Int) -> String {
        Tensor.text(of: entry.output.kind == .textMap ? [1, 1, height, width] : [1, -1, entry.output.columns])
    }
}
