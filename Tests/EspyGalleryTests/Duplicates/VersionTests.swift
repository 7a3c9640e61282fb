import Espy
import EspyCodecs
import EspyPixels
import EspyTestSupport
import Foundation
import Testing

/// The content of a page, a label or a screen: words and their positions.
private struct Sheet {
    var width: Int
    var height: Int
    var words: [(text: String, x: Double, y: Double, size: Double)]

    func drawn() -> RGBImage {
        var canvas = Canvas(RGBImage(width: width, height: height, red: 240, green: 240, blue: 236))
        for (text, x, y, size) in words {
            let style = LabelStyle(size: size, color: .black, background: nil, padding: 0)
            canvas.label(text, at: Point(x: x, y: y), anchor: .left, style, using: TextRenderer())
        }
        return canvas.image
    }

    enum Kind: CaseIterable {
        case receipt, label, slide, chat
    }

    /// - Parameter number: sheets with other numbers have other words.
    static func make(_ kind: Kind, _ number: Int) -> RGBImage {
        switch kind {
        case .receipt: receipt(number).drawn()
        case .label: label(number).drawn()
        case .slide: slide(number).drawn()
        case .chat: chat(number).drawn()
        }
    }

    private static func receipt(_ number: Int) -> Sheet {
        let things = ["bread", "butter", "apples", "coffee", "cheese", "onions", "candles", "water", "soap"]
        let lines = (0..<15).flatMap { line -> [(String, Double, Double, Double)] in
            let (y, price) = (150 + 40 * Double(line), 100 + (line * 37 + number * 411) % 900)
            return [
                (things[(line * 5 + number * 7 + line / 4) % 9], 60, y, 22),
                ("\(price / 100).\(10 + price % 90)", 440, y, 22),
            ]
        }
        return Sheet(width: 600, height: 900, words: [("CORNER SHOP", 200, 55, 28)] + lines)
    }

    private static func label(_ number: Int) -> Sheet {
        Sheet(width: 640, height: 480, words: [("Freezer 3", 230, 180, 30), ("S-103\(number)", 250, 250, 34)])
    }

    private static func slide(_ number: Int) -> Sheet {
        let words = [("Results of the year", 120.0, 110.0, 60.0), ("Sold: 4\(number) of 60", 140, 330, 36)]
        return Sheet(width: 1_280, height: 720, words: words + [("Staff: 112", 140, 420, 36)])
    }

    private static func chat(_ number: Int) -> Sheet {
        let said = ["See you at the station", "Bring the tickets today", "Nobody is at home now"][number % 3]
        return Sheet(
            width: 540, height: 1_170, words: [("Anna", 60, 50, 24), (said, 60, 300, 22), ("10:41", 440, 340, 16)])
    }
}

/// Computes only the coarse look of a photo.
private let lookAnalyzer = PhotoAnalyzer(version: "1", embeddingModel: "none", shortSide: 480) { image, _ in
    PhotoAnalysis(
        tags: [], colors: DominantColors(of: image).shares, kind: .photo, sharpness: 1, brightness: 0.5,
        fingerprint: PerceptualHash.of(image), embedding: [1, 0])
}

private let hasFonts = TextRenderer().hasFonts

/// Photos without a time are versions of one shot if they match in all details.
struct VersionTests {
    private let library: LibraryFolder

    init() throws { library = try LibraryFolder() }

    private func shots() async throws -> [[String]] {
        let gallery = try library.gallery()
        _ = try await gallery.addFolder(library.photos, at: 0)
        try await gallery.index(lookAnalyzer)
        return try await gallery.duplicates().filter { $0.kind == .sameShot }.map { group in
            group.files.map { URL(fileURLWithPath: $0).lastPathComponent }.sorted()
        }
    }

    private func write(_ name: String, _ image: RGBImage, quality: Int = 90) throws {
        try library.write(name, try ImageEncoder.jpeg(image, quality: quality))
    }

    @Test(.enabled(if: hasFonts, "there are no fonts"), arguments: Sheet.Kind.allCases)
    fileprivate func whatDiffersInItsWordsIsNoVersion(kind: Sheet.Kind) async throws {
        let sheets = (1...3).map { Sheet.make(kind, $0) }
        // From far away they look the same.
        let hashes = sheets.map { PerceptualHash.of($0) }
        #expect(PerceptualHash.distance(hashes[0], hashes[1]) <= 9)
        for (name, sheet) in zip(["a", "monday", "page"], sheets) { try write("\(name).jpg", sheet) }
        #expect(try await shots().isEmpty)
    }

    @Test(.enabled(if: hasFonts, "there are no fonts"), arguments: Sheet.Kind.allCases)
    fileprivate func versionsOfASheetAreFound(kind: Sheet.Kind) async throws {
        let sheet = Sheet.make(kind, 1)
        try write("a.jpg", sheet)
        try write("again.jpg", sheet, quality: 40)
        try write("small.jpg", sheet.resized(width: sheet.width / 2, height: sheet.height / 2))
        try write("turned.jpg", sheet.oriented(.rotate90))
        try write("light.jpg", sheet.mapped { min(255, Int(Double($0) * 1.1)) })
        #expect(try await shots() == [["a.jpg", "again.jpg", "light.jpg", "small.jpg", "turned.jpg"]])
    }

    @Test func versionsOfAViewAreFoundAndOtherViewsAreNot() async throws {
        let view = Self.view(spots: 1)
        try write("a.jpg", view)
        try write("b.jpg", view.resized(width: 320, height: 240), quality: 50)
        try write("c.jpg", view.cropped(to: Rect(x: 6, y: 5, width: 628, height: 470)))
        try write("d.jpg", view.mapped { $0 * 3 / 4 })
        // The same from far away, but all small details differ.
        try write("other.jpg", Self.view(spots: 2))
        #expect(try await shots() == [["a.jpg", "b.jpg", "c.jpg", "d.jpg"]])
    }

    /// Large waves that stay the same, with small spots that differ.
    private static func view(spots seed: UInt32) -> RGBImage {
        var image = RGBImage(width: 640, height: 480, red: 0, green: 0, blue: 0)
        for y in 0..<480 {
            for x in 0..<640 {
                let large = 90 * sin(Double(x) / 90) * cos(Double(y) / 70 + Double(x) / 200)
                var spot = UInt32(x / 9 + 100 * (y / 9)) &* 2_654_435_761 &+ seed &* 40_503
                spot = (spot ^ spot >> 15) &* 2_246_822_519
                let value = UInt8(max(0, min(255, 98 + large + Double((spot ^ spot >> 13) % 60))))
                for channel in 0..<3 { image.pixels[3 * (y * 640 + x) + channel] = value }
            }
        }
        return image
    }

    @Test(arguments: [
        ("scan17", "scan18", true), ("Scan 2024-01-05", "Scan 2024-01-06", true), ("IMG_0001", "IMG_0002", true),
        ("IMG-20240105-WA0001", "IMG-20240209-WA0001", true), ("scan17", "scan17 (1)", false),
        ("scan17 (1)", "scan17 (2)", false), ("IMG_0001", "IMG_0001_small", false), ("a", "b", false),
        ("IMG_20240105_101010", "IMG-20240105-WA0003", false), ("holiday", "holiday", false),
    ])
    func namesSpeakAgainstOneShot(one: String, other: String, isUnlike: Bool) {
        let looks = [one, other].map { name in
            var look = PerceptualHashes(
                id: 1, fingerprint: 0, width: 1, height: 1, taken: 0, isTimeSure: false, camera: nil)
            look.path = "/photos/\(name).jpg"
            return look
        }
        #expect(looks[0].isNamedUnlike(looks[1]) == isUnlike)
        #expect(looks[1].isNamedUnlike(looks[0]) == isUnlike)
    }

    @Test(
        .enabled(if: PhotoSets.has("reports/receipts"), "there are no reports in ../shared"),
        arguments: ["receipts", "labels"])
    func reportedSheetsAreNoVersions(set: String) async throws {
        let folder = PhotoSets.folder.appendingPathComponent("reports/\(set)")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try library.write(name, try PhotoSets.bytes("reports/\(set)/\(name)"))
        }
        #expect(try await shots().isEmpty)
    }
}

extension RGBImage {
    /// Maps each value through a table.
    fileprivate func mapped(_ change: (Int) -> Int) -> RGBImage {
        RGBImage(width: width, height: height, pixels: pixels.map { UInt8(change(Int($0))) })
    }
}
