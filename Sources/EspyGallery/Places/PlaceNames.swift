import EspySystem
import Foundation
import Synchronization

/// The names of places: cities of the world and their countries, from a file made by `Scripts/make-map`.
///
/// The file is read when first needed. If it is missing, places have no names.
public final class PlaceNames: Sendable {
    private let path: String
    private let kept = Mutex(Kept())

    private struct Kept {
        var file: [UInt8]?
        var atlas: Atlas?
        /// Results for words looked up so far.
        var known: [String: Bool] = [:]
    }

    /// - Parameter path: of `places.tsv`.
    public init(path: String) { self.path = path }

    var atlas: Atlas {
        kept.withLock { kept in
            if let atlas = kept.atlas { return atlas }
            let atlas = Atlas(read(&kept))
            kept.atlas = atlas
            return atlas
        }
    }

    /// Whether a place has this name, or a longer name that starts with these words. Scans the file, which takes a
    /// hundredth of the time to build the atlas; most words are not places.
    func has(_ word: String) -> Bool {
        kept.withLock { kept in
            if let known = kept.known[word] { return known }
            let has = Self.has(Names.plain(word), in: read(&kept))
            if kept.known.count >= Self.mostKnown { kept.known = [:] }
            kept.known[word] = has
            return has
        }
    }

    private func read(_ kept: inout Kept) -> [UInt8] {
        if let file = kept.file { return file }
        let file = (try? FileContents(path: path, limit: Self.limit).bytes) ?? []
        kept.file = file
        return file
    }

    /// Whether one of the names in the file is this one.
    private static func has(_ name: String, in file: [UInt8]) -> Bool {
        let wanted = Array(name.utf8)
        guard let first = wanted.first else { return false }
        let isLong = wanted.contains(UInt8(ascii: " "))
        return file.withUnsafeBufferPointer { file in
            var start = 0
            for end in file.indices where file[end] == 0x09 || file[end] == 0x0A || file[end] == 0x7C {
                defer { start = end + 1 }
                let begin = file[start..<end].starts(with: [0x54, 0x68, 0x65, 0x20]) ? start + 4 : start
                guard begin < end, file[begin] | 0x20 == first | 0x20 || file[begin] >= 0x80 else { continue }
                if begins(file[begin..<end], with: wanted, isWhole: !isLong) { return true }
            }
            return false
        }
    }

    /// - Parameter isWhole: whether the field must end after it; otherwise a space must follow.
    private static func begins(_ field: Slice<UnsafeBufferPointer<UInt8>>, with wanted: [UInt8], isWhole: Bool) -> Bool
    {
        if field.allSatisfy({ $0 < 0x80 }) {
            guard field.count >= wanted.count, zip(field, wanted).allSatisfy({ small($0) == $1 }) else { return false }
            return field.count == wanted.count || (!isWhole && field[field.startIndex + wanted.count] == 0x20)
        }
        let plain = Array(Names.plain(String(decoding: field, as: UTF8.self)).utf8)
        guard plain.starts(with: wanted) else { return false }
        return plain.count == wanted.count || (!isWhole && plain[wanted.count] == 0x20)
    }

    private static func small(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

    private static let limit = 16 << 20
    private static let mostKnown = 1_000
}

/// Cities, largest first, and countries.
struct Atlas: Sendable {
    struct City: Sendable {
        let name: String
        let country: Int
        let latitude: Double
        let longitude: Double
        let people: Double
        let names: Names

        /// A circle that covers the city and its surroundings, from its population at 3,000 per square kilometer, as in
        /// most cities.
        var area: GalleryArea? {
            let radius = (people / (Double.pi * 3_000)).squareRoot() + 3
            return GalleryArea(latitude: latitude, longitude: longitude, kilometers: radius)
        }
    }

    struct Country: Sendable {
        let code: String
        let name: String
        let names: Names
    }

    let cities: [City]
    let countries: [Country]
    /// The cities in each square degree.
    private let cells: [Cell: [Int]]

    private struct Cell: Hashable {
        let row: Int
        let column: Int
    }

    /// - Parameter file: lines of `country`, code, name and other names, or of a city's name, country code, latitude,
    ///   longitude, population and other names, separated by tabs, with bars between the other names. Invalid lines are
    ///   left out.
    init(_ file: [UInt8]) {
        var (cities, countries): ([City], [Country]) = ([], [])
        var numbers: [String: Int] = [:]
        var cells: [Cell: [Int]] = [:]
        for line in file.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            if parts.count == 4, parts[0] == "country" {
                numbers[parts[1]] = countries.count
                countries.append(Country(code: parts[1], name: parts[2], names: Names(parts[2], others: parts[3])))
            } else if parts.count == 6, let country = numbers[parts[1]], let latitude = Double(parts[2]),
                let longitude = Double(parts[3]), let people = Double(parts[4])
            {
                cells[Self.cell(latitude, longitude), default: []].append(cities.count)
                cities.append(
                    City(
                        name: parts[0], country: country, latitude: latitude, longitude: longitude, people: people,
                        names: Names(parts[0], others: parts[5])))
            }
        }
        (self.cities, self.countries, self.cells) = (cities, countries, cells)
    }

    private static func cell(_ latitude: Double, _ longitude: Double) -> Cell {
        Cell(row: Int(max(-90, min(90, latitude)).rounded(.down)), column: column(longitude))
    }

    /// Longitudes wrap around at 180 degrees.
    private static func column(_ longitude: Double) -> Int {
        let turned = longitude.truncatingRemainder(dividingBy: 360)
        return Int((turned < -180 ? turned + 360 : turned >= 180 ? turned - 360 : turned).rounded(.down))
    }

    /// The possible meanings of a name: a country, or all cities with this name.
    ///
    /// - Parameter isWord: whether it is a single word that may have other meanings. Then neither the short names of
    ///   countries count, such as `per` and `fin`, nor the first words of longer names, such as `new` and `san`.
    func meanings(of name: String, isWord: Bool = false) -> Meanings? {
        let wanted = Names.plain(name)
        guard !wanted.isEmpty, !wanted.contains("|") else { return nil }
        let isLong = !isWord || wanted.utf8.count > 3
        let named = countries.indices.filter { index in
            isLong ? countries[index].names.has(wanted) : countries[index].names.name == wanted
        }
        if !named.isEmpty { return Meanings(countries: Set(named), areas: []) }
        // Full names come before longer names that start with it (New York before New York City), and names in other
        // languages.
        let mayBegin = !isWord || wanted.contains(" ")
        let ways: [(Names) -> Bool] = [
            { $0.name == wanted }, { mayBegin && $0.name.hasPrefix(wanted + " ") },
            { isLong && $0.others.contains("|\(wanted)|") },
        ]
        for way in ways {
            let areas = cities.lazy.filter { way($0.names) }.compactMap(\.area)
            if !areas.isEmpty { return Meanings(countries: [], areas: Array(areas)) }
        }
        return nil
    }

    struct Meanings {
        let countries: Set<Int>
        let areas: [GalleryArea]
    }

    /// The city that contains a place, or is near it. Parts of cities have their own names: the largest one nearby is
    /// the one that people use.
    func city(latitude: Double, longitude: Double) -> City? {
        let around = cities(within: 80, latitude, longitude)
        let inside = around.filter { $0.distance <= 12 }.max { $0.city.people < $1.city.people }
        return (inside ?? around.min { $0.distance < $1.distance })?.city
    }

    /// The country of the nearest city: near a border, this may be the neighboring country.
    func country(latitude: Double, longitude: Double) -> Int? {
        for radius in [30.0, 100, 400] {
            let around = cities(within: radius, latitude, longitude)
            if let nearest = around.min(by: { $0.distance < $1.distance }) { return nearest.city.country }
        }
        return nil
    }

    private func cities(
        within kilometers: Double, _ latitude: Double, _ longitude: Double
    ) -> [(city: City, distance: Double)] {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return [] }
        let high = kilometers / 111
        // Degrees of longitude are shorter toward the poles, where there are no cities.
        let wide = min(180, high / max(cos((abs(latitude) + high) * .pi / 180), 0.05))
        var found: [(City, Double)] = []
        for row in Int((latitude - high).rounded(.down))...Int((latitude + high).rounded(.down)) {
            for column in Int((longitude - wide).rounded(.down))...Int((longitude + wide).rounded(.down)) {
                for index in cells[Cell(row: row, column: Self.column(Double(column)))] ?? [] {
                    let city = cities[index]
                    let distance = GalleryArea.distance(latitude, longitude, city.latitude, city.longitude)
                    if distance <= kilometers { found.append((city, distance)) }
                }
            }
        }
        return found
    }
}

/// Names in lower case without accents.
struct Names: Sendable {
    let name: String
    /// Between bars, including before the first and after the last.
    let others: String

    init(_ name: String, others: String) {
        self.name = Self.plain(name)
        self.others = "|\(others)|"
    }

    func has(_ wanted: String) -> Bool { name == wanted || others.contains("|\(wanted)|") }

    static func plain(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
        let folded =
            isPlain ? name.lowercased() : name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return folded.hasPrefix("the ") ? String(folded.dropFirst(4)) : folded
    }
}
