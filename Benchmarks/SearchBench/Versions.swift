import Espy
import Foundation

/// How far the perceptual hash of a photo moves when the photo is changed in ways that leave it the same shot, and how
/// near the hashes of different photos come.
struct Versions {
    private static let changes: [(name: String, make: @Sendable (RGBImage) throws -> RGBImage)] = [
        (
            "half size, quality 40",
            { try compressed($0.resized(width: max(1, $0.width / 2), height: max(1, $0.height / 2)), 40) }
        ),
        ("2 % cropped", { cropped($0, 0.02) }),
        ("5 % cropped", { cropped($0, 0.05) }),
        ("10 % cropped", { cropped($0, 0.10) }),
        ("30 % brighter", { brighter($0, 1.3) }),
        ("turned by 90°", { $0.oriented(.rotate90) }),
        ("turned by 180°, quality 60", { try compressed($0.oriented(.rotate180), 60) }),
        ("mirrored", { $0.oriented(.flipHorizontal) }),
        ("tilted by 2°", { $0.rotated(byDegrees: 2) }),
    ]

    /// Prints one line of JSON: the share of photos that is still found after each change, and how many pairs of
    /// different photos are taken for one shot, by the hash alone and with proportions and colors.
    static func run(_ files: [String]) throws {
        var found = [Int](repeating: 0, count: changes.count)
        var looks: [PhotoLook] = []
        var decoder = ImageDecoder()
        decoder.options.minimumLongSide = 640
        for (index, file) in files.enumerated() {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
            guard let photo = try? decoder.decode(bytes).fitted(longSide: 640) else { continue }
            let look = look(photo, index)
            looks.append(look)
            for (number, change) in changes.enumerated() where look.isVersion(of: self.look(try change.make(photo), -1))
            {
                found[number] += 1
            }
        }
        let shares = zip(changes, found).map { [$0.name, Double($1) / Double(max(looks.count, 1))] as [Any] }
        let (hashes, shots) = pairs(looks)
        let line: [String: Any] = [
            "photos": looks.count, "recall": shares, "pairs": looks.count * (looks.count - 1) / 2,
            "near": hashes.count, "same": shots.map { pair in pair.map { files[looks[$0].id] } },
        ]
        let json = try JSONSerialization.data(withJSONObject: line, options: [.sortedKeys, .withoutEscapingSlashes])
        FileHandle.standardOutput.write(json + Data("\n".utf8))
    }

    private static func pairs(_ looks: [PhotoLook]) -> (near: [[Int]], same: [[Int]]) {
        var near = Set<[Int]>()
        var same = Set<[Int]>()
        HashPairs(looks.map(\.fingerprint)).visit(
            wants: { _, _ in true },
            pair: { pair in
                near.insert([pair.first, pair.second])
                if looks[pair.first].isSameShot(as: looks[pair.second], isTurned: pair.isTurned) {
                    same.insert([pair.first, pair.second])
                }
            })
        return (Array(near), same.sorted { $0.lexicographicallyPrecedes($1) })
    }

    private static func look(_ image: RGBImage, _ id: Int) -> PhotoLook {
        var look = PhotoLook(
            id: id, fingerprint: PerceptualHash.of(image), width: image.width, height: image.height, taken: 0,
            isTimeSure: false, camera: nil)
        for share in DominantColors(of: image).shares { look.colors[share.name] = share.share }
        return look
    }

    private static func compressed(_ image: RGBImage, _ quality: Int) throws -> RGBImage {
        try ImageDecoder().decode(try ImageEncoder.jpeg(image, quality: quality))
    }

    /// Without so much of the width and of the height, from all sides.
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

extension PhotoLook {
    /// Would these two be called the same shot?
    fileprivate func isVersion(of other: PhotoLook) -> Bool {
        var isSame = false
        HashPairs([fingerprint, other.fingerprint]).visit(
            wants: { _, _ in true }, pair: { isSame = isSame || isSameShot(as: other, isTurned: $0.isTurned) })
        return isSame
    }
}
