import Espy
import Foundation

/// Measures how many photos are still recognized as the same shot after changes that keep them so, and how many
/// different
/// photos are mistaken for one. None of them has a time.
struct Versions {
    /// A photo prepared for comparison.
    private struct Photo {
        let look: PerceptualHashes
        let small: GrayImage
        let large: GrayImage

        init(_ image: RGBImage, _ id: Int) throws {
            var look = PerceptualHashes(
                id: id, fingerprint: PerceptualHash.of(image), width: image.width, height: image.height, taken: 0,
                isTimeSure: false, camera: nil)
            for share in DominantColors(of: image).shares { look.colors[share.name] = share.share }
            self.look = look
            large = image.gray
            // As a gallery stores it.
            small = try compressed(image.fitted(longSide: 256), 78).gray
        }

        /// Returns whether these two count as versions of one shot.
        func isVersion(of other: Photo) -> Bool {
            var isTurned: Set<Bool> = []
            HashPairs([look.fingerprint, other.look.fingerprint]).visit(
                wants: { _, _ in true }, pair: { isTurned.insert($0.isTurned) })
            guard isTurned.contains(where: { look.isSameShot(as: other.look, isTurned: $0) }) else { return false }
            return hasDetails(of: other)
        }

        func hasDetails(of other: Photo) -> Bool {
            look.orientations(like: other.look).contains { orientation in
                DuplicateDetails.areOne(small, other.small, orientation) { (large, other.large) }
            }
        }
    }

    private static let changes: [(name: String, make: @Sendable (RGBImage) throws -> RGBImage)] = [
        (
            "half size, quality 40",
            { try compressed($0.resized(width: max(1, $0.width / 2), height: max(1, $0.height / 2)), 40) }
        ),
        ("2% cropped", { cropped($0, 0.02) }),
        ("5% cropped", { cropped($0, 0.05) }),
        ("10% cropped", { cropped($0, 0.10) }),
        ("30% brighter", { brighter($0, 1.3) }),
        ("turned by 90°", { $0.oriented(.rotate90) }),
        ("turned by 180°, quality 60", { try compressed($0.oriented(.rotate180), 60) }),
        ("mirrored", { $0.oriented(.flipHorizontal) }),
        ("tilted by 2°", { $0.rotated(byDegrees: 2) }),
    ]

    /// Prints one line of JSON: the fraction of photos still found after each change, and how many pairs of different
    /// photos
    /// are mistaken for one shot, by the hash alone and with proportions and colors.
    static func run(_ files: [String]) throws {
        var found = [Int](repeating: 0, count: changes.count)
        var photos: [Photo] = []
        var decoder = ImageDecoder()
        decoder.options.minimumLongSide = 640
        for (index, file) in files.enumerated() {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
            guard let photo = try? decoder.decode(bytes).fitted(longSide: 640) else { continue }
            let original = try Photo(photo, index)
            photos.append(original)
            for (number, change) in changes.enumerated()
            where original.isVersion(of: try Photo(try change.make(photo), -1)) {
                found[number] += 1
            }
        }
        let shares = zip(changes, found).map { [$0.name, Double($1) / Double(max(photos.count, 1))] as [Any] }
        let (hashes, shots) = pairs(photos)
        let line: [String: Any] = [
            "photos": photos.count, "recall": shares, "pairs": photos.count * (photos.count - 1) / 2,
            "near": hashes.count, "same": shots.map { pair in pair.map { files[photos[$0].look.id] } },
        ]
        let json = try JSONSerialization.data(withJSONObject: line, options: [.sortedKeys, .withoutEscapingSlashes])
        FileHandle.standardOutput.write(json + Data("\n".utf8))
    }

    private static func pairs(_ photos: [Photo]) -> (near: [[Int]], same: [[Int]]) {
        var near = Set<[Int]>()
        HashPairs(photos.map(\.look.fingerprint)).visit(
            wants: { _, _ in true }, pair: { near.insert([$0.first, $0.second]) })
        let same = near.filter { photos[$0[0]].isVersion(of: photos[$0[1]]) }
        return (Array(near), same.sorted { $0.lexicographicallyPrecedes($1) })
    }

    private static func compressed(_ image: RGBImage, _ quality: Int) throws -> RGBImage {
        try ImageDecoder().decode(try ImageEncoder.jpeg(image, quality: quality))
    }

    /// Returns the image without this fraction of its width and height, cut from all sides.
    private static func cropped(_ image: RGBImage, _ share: Double) -> RGBImage {
        let (width, height) = (Double(image.width), Double(image.height))
        return image.cropped(
            to: Rect(
                x: (width * share / 2).rounded(), y: (height * share / 2).rounded(),
                width: (width * (1 - share)).rounded(), height: (height * (1 - share)).rounded()))
    }

    private static func brighter(_ image: RGBImage, _ factor: Double) -> RGBImage {
        let table = (0..<256).map { UInt8(min(255, (Double($0) * factor).rounded())) }
        return RGBImage(width: image.width, height: image.height, pixels: image.pixels.map { table[Int($0)] })
    }
}
