package import DataMatrix

/// Where codes come from: the reader of the DataMatrix module, or anything that stands in for it in a test.
package protocol CodeSource: Sendable {
    /// All symbols of a picture.
    func read(_ view: GrayView) async -> SymbolReadings
    /// A thorough second look at one place.
    func read(_ view: GrayView, near center: SIMD2<Double>, radius: Double, like model: Reading) -> Reading?
}

extension SymbolReader: CodeSource {}
