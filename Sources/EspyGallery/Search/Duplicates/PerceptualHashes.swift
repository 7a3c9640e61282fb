import EspyCodecs
package import EspyPixels
import Foundation

/// The data of a photo for finding duplicates.
package struct PerceptualHashes: Sendable {
    package let id: Int
    package let fingerprint: UInt64
    let width: Int
    let height: Int
    /// Seconds since 1970, clamped to about ten thousand years from there.
    let taken: Int
    /// Whether the time is the camera's, and not that of a copy.
    let isTimeSure: Bool
    let camera: String?
    /// One of its files.
    package var path = ""
    /// Shares of the sixteen colors.
    package var colors: [ColorName: Double] = [:]

    package init(
        id: Int, fingerprint: UInt64, width: Int, height: Int, taken: Int, isTimeSure: Bool, camera: String?
    ) {
        (self.id, self.fingerprint, self.width, self.height) = (id, fingerprint, width, height)
        (self.taken, self.isTimeSure, self.camera) = (taken, isTimeSure, camera)
    }

    /// Whether two photos with similar hashes are one shot. Cropping and shrinking hardly change proportions and
    /// colors, while different pictures that only look similar differ in one of them.
    package func isSameShot(as other: PerceptualHashes, isTurned: Bool) -> Bool {
        !isOtherMoment(than: other) && hasShape(of: other, isTurned: isTurned) && hasColors(of: other)
    }

    /// Two camera times mean two shots, unless only the time zone was changed.
    func isOtherMoment(than other: PerceptualHashes) -> Bool {
        guard isTimeSure, other.isTimeSure, taken != other.taken else { return false }
        let gap = taken - other.taken
        return gap % 3_600 != 0 || abs(gap) > 14 * 3_600
    }

    private func hasShape(of other: PerceptualHashes, isTurned: Bool) -> Bool {
        guard width > 0, height > 0, other.width > 0, other.height > 0 else { return false }
        let own = log(Double(width) / Double(height))
        let others = log(Double(other.width) / Double(other.height))
        return abs(own - (isTurned ? -others : others)) <= 0.12
    }

    private func hasColors(of other: PerceptualHashes) -> Bool {
        guard !colors.isEmpty, !other.colors.isEmpty else { return true }
        let (own, others) = (hues, other.hues)
        let common = own.reduce(0) { $0 + min($1.value, others[$1.key] ?? 0) }
        return common >= 0.5 * min(own.values.reduce(0, +), others.values.reduce(0, +))
    }

    /// Black, gray and white count as one: brightening turns one into the other.
    private var hues: [ColorName: Double] {
        var hues: [ColorName: Double] = [:]
        for (color, share) in colors {
            hues[color == .black || color == .white ? .gray : color, default: 0] += share
        }
        return hues
    }

    /// The orientations of this photo in which its hash resembles the other's.
    package func orientations(like other: PerceptualHashes) -> [Orientation] {
        let all: [Orientation] = [
            .identity, .flipHorizontal, .flipVertical, .rotate180, .transpose, .rotate90, .rotate270, .transverse,
        ]
        return zip(all, PerceptualHash.orientations(of: fingerprint).map { ($0 ^ other.fingerprint).nonzeroBitCount })
            .filter { $0.1 <= HashPairs.mostBits }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Whether the names suggest different things: other days, or the next one of a series, such as `scan 17` and `scan
    /// 18`. Names of versions differ in another way: they have a suffix, or a number in parentheses.
    package func isNamedUnlike(_ other: PerceptualHashes) -> Bool {
        let (one, other) = (Self.name(path), Self.name(other.path))
        if let day = FilenameDate.time(in: one)?.seconds, let next = FilenameDate.time(in: other)?.seconds {
            return day / 86_400 != next / 86_400
        }
        guard one != other else { return false }
        return Self.form(one) == Self.form(other)
    }

    private static func name(_ path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        return String((file.lastIndex(of: ".").map { file[..<$0] } ?? file).prefix { $0 != "(" })
    }

    /// The name with each number replaced by one character.
    private static func form(_ name: String) -> String {
        name.reduce(into: "") { form, character in
            if !character.isNumber { form.append(character) } else if form.last != "#" { form.append("#") }
        }
    }

    /// Whether both are from one burst: by one camera within a minute, and with nearly the same view.
    func isSameBurst(as other: PerceptualHashes) -> Bool {
        camera != nil && camera == other.camera
            && PerceptualHash.distance(fingerprint, other.fingerprint) <= Self.burstBits
    }

    static let burstBits = 18
    static let burstSeconds = 60
}
