package import EspyPixels

/// A face that a program marked in a photo's file, and the name that it was given.
public struct FaceRegion: Sendable, Equatable, Codable {
    public let name: String
    /// Its box as shares of the upright photo's width and height, from 0 to 1, origin top left.
    public let x: Double
    public let y: Double
    public let width: Double
    public let height: Double

    /// - Returns: nil without a name, and for a box without an area in the photo.
    public init?(name: String, x: Double, y: Double, width: Double, height: Double) {
        let (left, top) = (max(x, 0), max(y, 0))
        let (right, bottom) = (min(x + width, 1), min(y + height, 1))
        // Comparisons with NaN are false.
        guard !name.isEmpty, left < right, top < bottom, width <= 1.5, height <= 1.5 else { return nil }
        (self.name, self.x, self.y) = (name, left, top)
        (self.width, self.height) = (right - left, bottom - top)
    }

    /// The same region in the upright photo, from one in the stored pixels.
    package func upright(_ orientation: Orientation) -> FaceRegion? {
        let (right, bottom) = (1 - x - width, 1 - y - height)
        let (left, top) =
            switch orientation {
            case .identity: (x, y)
            case .flipHorizontal: (right, y)
            case .rotate180: (right, bottom)
            case .flipVertical: (x, bottom)
            case .transpose: (y, x)
            case .rotate90: (bottom, x)
            case .transverse: (bottom, right)
            case .rotate270: (y, right)
            }
        let isTurned = orientation.swapsSides
        return FaceRegion(
            name: name, x: left, y: top, width: isTurned ? height : width, height: isTurned ? width : height)
    }
}

extension FaceRegion {
    /// - Parameter properties: one region of `mwg-rs:Regions` or `MP:RegionInfo`, by the usual short names of the
    ///   properties.
    init?(_ properties: [String: String]) {
        func share(_ name: String) -> Double { properties[name].flatMap { Double($0) } ?? .nan }
        if let name = properties["MPReg:PersonDisplayName"], let text = properties["MPReg:Rectangle"] {
            let sides = text.split(separator: ",").map { Double($0.filter { $0 != " " }) ?? .nan }
            guard sides.count == 4 else { return nil }
            self.init(name: name, x: sides[0], y: sides[1], width: sides[2], height: sides[3])
            return
        }
        guard let name = properties["mwg-rs:Name"], (properties["mwg-rs:Type"] ?? "Face") == "Face",
            (properties["stArea:unit"] ?? "normalized") == "normalized"
        else { return nil }
        let (width, height) = (share("stArea:w"), share("stArea:h"))
        // This format stores the center.
        self.init(
            name: name, x: share("stArea:x") - width / 2, y: share("stArea:y") - height / 2, width: width,
            height: height)
    }
}
