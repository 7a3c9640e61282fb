import EspyCodecs

/// A person in the library: a group of faces, which the user may have named.
public struct GalleryPerson: Sendable, Equatable, Codable, Identifiable {
    /// Stable as long as the person exists.
    public let id: Int
    /// Nil until the user, or the metadata of a photo, names the person.
    public let name: String?
    /// Whether the user hid the person.
    public let isHidden: Bool
    /// The number of photos with the person.
    public let photos: Int
    /// The id of the face to show.
    public let cover: Int
}

/// A face with a descriptor.
public struct GalleryFace: Sendable, Equatable, Codable, Identifiable {
    public let id: Int
    /// Id of its photo.
    public let photo: Int
    /// Its box in pixels of the upright photo, origin top left.
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int
    /// Id of the person; nil if unknown.
    public let person: Int?
    /// The name of the person.
    public let name: String?

    /// The names of faces in a photo, then those in its metadata that are not among them.
    static func names(_ faces: [GalleryFace], said: [String]) -> [String] {
        let found = Set(faces.compactMap(\.name)).sorted()
        let known = Set(found.map { $0.lowercased() })
        return found + said.filter { !known.contains($0.lowercased()) }
    }
}

/// The people of a library, and what is left.
public struct GalleryPeople: Sendable, Equatable, Codable {
    /// Those with most photos first.
    public let people: [GalleryPerson]
    /// The number of faces that belong to no person: those seen in one photo only, and those that the user removed.
    public let others: Int
    /// The number of photos in which people were not looked for yet.
    public let waiting: Int

    package init(people: [GalleryPerson], others: Int, waiting: Int) {
        (self.people, self.others, self.waiting) = (people, others, waiting)
    }
}

/// Whose faces the user says some faces are.
public enum FaceOwner: Sendable, Equatable {
    case person(Int)
    /// A new person, with a name or without one.
    case new(String?)
    /// Not the person they were assigned to; whose they are is unknown.
    case nobody
}

extension PhotoFace {
    /// The area that two boxes share, as a part of the area that they cover together.
    func overlap(with other: PhotoFace) -> Double {
        let across = min(x + width, other.x + other.width) - max(x, other.x)
        let down = min(y + height, other.y + other.height) - max(y, other.y)
        guard across > 0, down > 0 else { return 0 }
        let shared = Double(across) * Double(down)
        return shared / (Double(width) * Double(height) + Double(other.width) * Double(other.height) - shared)
    }

    /// From this overlap on, two boxes are the same face, found by two analyses.
    static let sameFace = 0.4

    /// The index of the box that overlaps most; nil if none overlaps enough.
    func index(in boxes: [PhotoFace], least: Double = PhotoFace.sameFace) -> Int? {
        let best = boxes.indices.max { overlap(with: boxes[$0]) < overlap(with: boxes[$1]) }
        return best.flatMap { overlap(with: boxes[$0]) >= least ? $0 : nil }
    }
}

extension FaceRegion {
    /// Other programs draw their boxes larger or smaller.
    static let leastOverlap = 0.2

    func box(width full: Int, height fullHeight: Int) -> PhotoFace {
        func pixels(_ share: Double, _ side: Int) -> Int { Int((share * Double(side)).rounded()) }
        return PhotoFace(
            x: pixels(x, full), y: pixels(y, fullHeight), width: pixels(width, full),
            height: pixels(height, fullHeight))
    }

    /// The stored form: the box, then the name, one region a line; nil without any.
    static func stored(_ regions: [FaceRegion]?) -> String? {
        let lines = (regions ?? []).map { region in
            let name = region.name.split(whereSeparator: \.isNewline).joined(separator: " ")
            return "\(region.x) \(region.y) \(region.width) \(region.height) \(name)"
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    static func all(_ lines: String) -> [FaceRegion] {
        lines.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 4)
            let numbers = parts.prefix(4).compactMap { Double($0) }
            guard parts.count == 5, numbers.count == 4 else { return nil }
            return FaceRegion(
                name: String(parts[4]), x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }
}
