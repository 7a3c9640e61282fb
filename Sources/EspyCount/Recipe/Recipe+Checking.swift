import EspyCodecs
package import EspyPixels
import Foundation

extension Recipe {
    /// Bytes of a file.
    public static let mostBytes = 16 << 20
    /// True things, and as many that are not meant. More make it no better, as one is made of all.
    public static let mostExamples = 12
    /// The logarithm of the odds of a score is never farther from 0.
    static let widestCut = 20.0
    /// Pixels of a side of an example with what lies around it.
    package static let mostSide = 1024
    /// UTF-8 bytes of a name, and of a word.
    public static let longestName = 80

    /// - Throws: what is wrong with it. Its pictures are decoded for that.
    public func check() throws(RecipeError) {
        guard format == Self.format else { throw .notARecipe }
        guard version <= Self.version else { throw .tooNew(version: version) }
        guard [name, things.one, things.several].allSatisfy(Self.isName) else { throw .unusableName }
        guard (1...Self.mostExamples).contains(examples.count), counterexamples.count <= Self.mostExamples else {
            throw .unusableNumber(limit: Self.mostExamples)
        }
        if let cuts, cuts.count > Self.mostExamples || !cuts.allSatisfy({ abs($0) <= Self.widestCut }) {
            throw .unusableValue
        }
        if let similarity, !(0...1).contains(similarity) { throw .unusableValue }
        do throws(CountError) { try layout?.check() } catch { throw .unusableValue }
        try sizes?.check()
        for sample in examples + counterexamples { try sample.check() }
    }

    /// Whether people can read and type it: not empty, of one line, without blanks around it.
    public static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= longestName
            && text == text.trimmingCharacters(in: .whitespacesAndNewlines)
            && text.unicodeScalars.allSatisfy { !$0.properties.isControl }
    }

    /// What two recipes must not have in common: the name without case, composed.
    public static func key(of name: String) -> String {
        name.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping.lowercased()
    }
}

extension Unicode.Scalar.Properties {
    /// Neither printed nor a blank: also what turns the direction of text around.
    fileprivate var isControl: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}

extension Recipe.Sample {
    private static let mostPictureBytes = 2 << 20

    /// The picture.
    ///
    /// - Throws: ``RecipeError/unusableExample``
    package func image() throws(RecipeError) -> RGBImage {
        let bytes = [UInt8](picture)
        guard bytes.count <= Self.mostPictureBytes else { throw .unusableExample }
        do throws(ImageError) {
            // What the header says decides before anything is decoded.
            let options = DecodingOptions(maxPixels: Recipe.mostSide * Recipe.mostSide)
            let decoder = ImageDecoder(options: options)
            let info = try decoder.info(of: bytes)
            guard info.format == .png, max(info.width, info.height) <= Recipe.mostSide else {
                throw .tooManyPixels(width: info.width, height: info.height, limit: options.maxPixels)
            }
            return try decoder.decode(bytes)
        } catch { throw .unusableExample }
    }

    func check() throws(RecipeError) {
        let image = try image()
        let numbers = [box.x, box.y, box.width, box.height]
        guard numbers.allSatisfy(\.isFinite), box.x >= 0, box.y >= 0, box.width >= 1, box.height >= 1,
            box.x + box.width <= Double(image.width), box.y + box.height <= Double(image.height)
        else { throw .unusableExample }
        guard share.isFinite, share > 0, share <= 1 else { throw .unusableValue }
    }
}
