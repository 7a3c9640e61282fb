/// The similarity setting on the scale on which finds are cut.
package enum Similarity {
    /// Where the setting stands while the cut is the learned one.
    package static let middle = 0.8
    private static let logitsPerUnit = 10.0

    /// By how much a setting moves the cut: higher counts fewer things.
    package static func shift(_ similarity: Double?) -> Double {
        similarity.map { ($0 - middle) * logitsPerUnit } ?? 0
    }

    /// The setting that moves the cut by so much, to a thousandth.
    package static func setting(shift: Double) -> Double {
        let setting = middle + shift / logitsPerUnit
        return (min(max(setting, 0), 1) * 1000).rounded() / 1000
    }
}
