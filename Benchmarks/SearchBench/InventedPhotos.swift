import Espy
import Foundation

/// Worker results for photos that do not exist, distributed as in real libraries: a few things often, most of them
/// rarely.
/// The same photos in every run.
struct InventedPhotos {
    static let root = "s3://invented"

    private static let folders = [
        "holiday", "italy", "family", "work", "garden", "hiking", "birthday", "wedding", "paris", "berlin", "summer",
        "christmas", "school", "concert", "museum", "skiing",
    ]
    private static let cameras = ["Canon EOS 80D", "Pixel 6", "iPhone 12", "NIKON D750", "SM-G991B", "ILCE-7M3"]
    /// The length of an embedding.
    private static let length = 256
    /// The length of a meaning vector of CLIP ViT-B/32.
    static let meaningLength = 512

    private let hasMeaning: Bool
    private var random = Random(seed: 1)
    private let centers: [[Float]]
    private var number = 0

    init(hasMeaning: Bool) {
        self.hasMeaning = hasMeaning
        var random = Random(seed: 2)
        centers = Words.tags.map { _ in random.vector(Self.length) }
    }

    /// Returns one line of JSON, without a line break.
    mutating func next() -> String {
        number += 1
        let folder = "\(2010 + random.below(16))/\(Self.folders[random.rare(Self.folders.count)])"
        let main = random.rare(centers.count)
        let parts = [
            "\"file\":\"\(Self.root)/\(folder)/IMG_\(100_000 + number).jpg\"", "\"width\":4000,\"height\":3000",
            "\"kind\":\"\(random.below(30) == 0 ? "screenshot" : "photo")\"", "\"tags\":[\(tags(main))]",
            "\"colors\":[\(colors())]", "\"sharpness\":\(40 + random.below(2_000)),\"brightness\":0.5",
            "\"metadata\":{\(metadata())}", "\"archive\":{\(facts(main))}",
        ]
        return "{\(parts.joined(separator: ","))}"
    }

    private mutating func tags(_ main: Int) -> String {
        let others = [random.rare(centers.count), random.rare(centers.count), random.below(centers.count)]
        return Set(others + [main]).sorted().map { tag in
            let confidence = 0.5 + Double(random.below(500)) / 1_000
            return "{\"name\":\"\(Words.tags[tag])\",\"category\":\"\(tag % 4 == 0 ? "animals" : "objects")\","
                + "\"confidence\":\(confidence),\"source\":\"espy-tagger 1\"}"
        }.joined(separator: ",")
    }

    private mutating func colors() -> String {
        Set((0..<3).map { _ in random.below(ColorName.allCases.count) }).sorted().map { color in
            let share = 0.05 + Double(random.below(400)) / 1_000
            return "{\"name\":\"\(ColorName.allCases[color].rawValue)\",\"share\":\(share)}"
        }.joined(separator: ",")
    }

    private mutating func metadata() -> String {
        var parts = [
            "\"keywords\":[],\"isScreenshot\":false", "\"taken\":\(1_262_300_000 + random.below(500_000_000))",
            "\"camera\":\"\(Self.cameras[random.rare(Self.cameras.count)])\"",
        ]
        if random.below(3) == 0 {
            let (latitude, longitude) = (35 + Double(random.rare(40)) / 2, Double(random.rare(60)) / 2)
            parts.append("\"latitude\":\(latitude),\"longitude\":\(longitude)")
        }
        if random.below(10) == 0 { parts.append("\"rating\":\(1 + random.below(5))") }
        if random.below(5) == 0 {
            parts.append("\"title\":\"\(Words.name(random.rare(5_000))) \(Words.name(random.below(5_000)))\"")
        }
        return parts.joined(separator: ",")
    }

    /// Close to others with the same main tag.
    private mutating func facts(_ main: Int) -> String {
        let own = random.vector(Self.length)
        let vector = unit(zip(own, centers[main]).map { 0.6 * $0 + 0.8 * $1 })
        let bytes = vector.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } }
        let digest = (0..<4).map { _ in hexadecimal(random.next()) }.joined()
        var parts = [
            "\"sha256\":\"\(digest)\",\"bytes\":3000000,\"format\":\"jpeg\",\"analysis\":\"a\"",
            "\"fingerprint\":\"\(hexadecimal(random.next() & ~1))\"",
            "\"embedding\":{\"model\":\"m\",\"bytes\":\"\(Data(bytes).base64EncodedString())\"}",
        ]
        if hasMeaning {
            let meaning = meaning(main)
            parts.append("\"meaning\":{\"model\":\"m\",\"bytes\":\"\(Data(meaning.bytes).base64EncodedString())\"}")
            parts.append("\"background\":\(meaning.background)")
        }
        return parts.joined(separator: ",")
    }

    /// Closer to the text that names its main tag than to a generic caption, which is closer than chance.
    private mutating func meaning(_ main: Int) -> PhotoMeaning {
        let (own, text) = (random.vector(Self.meaningLength), InventedTexts.center(of: main))
        return PhotoMeaning(vector: unit(zip(own, text).map { 0.95 * $0 + 0.3 * $1 }), background: 0.2)
    }

    private func unit(_ vector: [Float]) -> [Float] {
        let size = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return vector.map { $0 / size }
    }

    private func hexadecimal(_ number: UInt64) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
