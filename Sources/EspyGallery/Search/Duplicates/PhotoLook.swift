import Foundation

/// What is compared of two photos that may show the same.
package struct PhotoLook: Sendable {
    package let id: Int
    package let fingerprint: UInt64
    package let width: Int
    package let height: Int
    /// Seconds since 1970, at most some ten thousand years from there.
    package let taken: Int
    /// Is the time that of the camera, and not that of a copy?
    package let isTimeSure: Bool
    package let camera: String?
    /// Shares of the sixteen colors.
    package var colors: [ColorName: Double] = [:]

    package init(
        id: Int, fingerprint: UInt64, width: Int, height: Int, taken: Int, isTimeSure: Bool, camera: String?
    ) {
        (self.id, self.fingerprint, self.width, self.height) = (id, fingerprint, width, height)
        (self.taken, self.isTimeSure, self.camera) = (taken, isTimeSure, camera)
    }

    /// Are these one shot, if their hashes say so? Cropping and shrinking leave proportions and colors nearly as they
    /// are, and two pictures that only look alike from far away differ in one of them.
    package func isSameShot(as other: PhotoLook, isTurned: Bool) -> Bool {
        !isOtherMoment(than: other) && hasShape(of: other, isTurned: isTurned) && hasColors(of: other)
    }

    /// Two times by a camera tell two shots apart, unless only the time zone was changed.
    func isOtherMoment(than other: PhotoLook) -> Bool {
        guard isTimeSure, other.isTimeSure, taken != other.taken else { return false }
        let gap = taken - other.taken
        return gap % 3_600 != 0 || abs(gap) > 14 * 3_600
    }

    private func hasShape(of other: PhotoLook, isTurned: Bool) -> Bool {
        guard width > 0, height > 0, other.width > 0, other.height > 0 else { return false }
        let own = log(Double(width) / Double(height))
        let others = log(Double(other.width) / Double(other.height))
        return abs(own - (isTurned ? -others : others)) <= 0.12
    }

    private func hasColors(of other: PhotoLook) -> Bool {
        guard !colors.isEmpty, !other.colors.isEmpty else { return true }
        let (own, others) = (hues, other.hues)
        let common = own.reduce(0) { $0 + min($1.value, others[$1.key] ?? 0) }
        return common >= 0.5 * min(own.values.reduce(0, +), others.values.reduce(0, +))
    }

    /// Black, gray and white are one: more light makes one of the other.
    private var hues: [ColorName: Double] {
        var hues: [ColorName: Double] = [:]
        for (color, share) in colors {
            hues[color == .black || color == .white ? .gray : color, default: 0] += share
        }
        return hues
    }

    /// Shots of one burst: by one camera within a minute, and of nearly the same view.
    func isSameBurst(as other: PhotoLook) -> Bool {
        camera != nil && camera == other.camera
            && PerceptualHash.distance(fingerprint, other.fingerprint) <= Self.burstBits
    }

    static let burstBits = 18
    static let burstSeconds = 60
}
