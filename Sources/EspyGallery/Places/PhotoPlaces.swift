import EspyStore

/// Where photos were taken, with countries and cities.
struct PhotoPlaces {
    let photos: [(id: Int, latitude: Double, longitude: Double)]

    init(_ database: Database) throws {
        photos = try database.rows(
            "SELECT id, latitude, longitude FROM photos WHERE latitude IS NOT NULL AND longitude IS NOT NULL"
        ) { row in (id: try row.integer(0), latitude: try row.real(1), longitude: try row.real(2))
        }
    }

    /// The places with the most photos.
    var areas: [GalleryArea] { PlaceGroups.areas(photos.map { (latitude: $0.latitude, longitude: $0.longitude) }) }

    func photos(_ meanings: Atlas.Meanings, _ atlas: Atlas) -> [Int] {
        if meanings.countries.isEmpty {
            return photos.filter { photo in
                meanings.areas.contains {
                    $0.distance(latitude: photo.latitude, longitude: photo.longitude) <= $0.kilometers
                }
            }.map(\.id)
        }
        return zip(photos, countries(atlas)).compactMap { photo, country in
            country.map(meanings.countries.contains) == true ? photo.id : nil
        }
    }

    /// The countries with the most photos first.
    func mostCountries(_ most: Int, _ atlas: Atlas) -> [Atlas.Country] {
        var counts: [Int: Int] = [:]
        for country in countries(atlas).compactMap(\.self) { counts[country, default: 0] += 1 }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(most).map { atlas.countries[$0.key] }
    }

    /// The names of cities at the places with the most photos, each once.
    func cities(_ atlas: Atlas) -> [String] {
        var seen: Set<String> = []
        return areas.compactMap { atlas.city(latitude: $0.latitude, longitude: $0.longitude)?.name }
            .filter { seen.insert($0).inserted }
    }

    /// By photo. Many share a place: each hundredth of a degree is looked up once.
    private func countries(_ atlas: Atlas) -> [Int?] {
        var known: [SIMD2<Int32>: Int?] = [:]
        return photos.map { photo in
            guard abs(photo.latitude) <= 90, abs(photo.longitude) <= 180 else { return nil }
            let key = SIMD2(Int32(photo.latitude * 100), Int32(photo.longitude * 100))
            if let country = known[key] { return country }
            let country = atlas.country(latitude: photo.latitude, longitude: photo.longitude)
            known[key] = country
            return country
        }
    }
}

/// Finds places where photos were taken: circles of ten kilometers, those with the most photos first.
struct PlaceGroups {
    /// Maximum number of places.
    static let most = 40
    private static let radius = 10.0
    /// The size of a cell in degrees: about as wide as the circle.
    private static let cell = 0.1

    private struct Cell: Hashable {
        let row: Int
        let column: Int
    }

    /// - Parameter points: latitude and longitude in degrees.
    static func areas(_ points: [(latitude: Double, longitude: Double)]) -> [GalleryArea] {
        var cells: [Cell: [Int]] = [:]
        for (index, point) in points.enumerated() where abs(point.latitude) <= 90 && abs(point.longitude) <= 180 {
            cells[self.cell(point.latitude, point.longitude), default: []].append(index)
        }
        var areas: [GalleryArea] = []
        // Equal ones in a fixed order.
        let ordered = cells.sorted {
            ($1.value.count, $0.key.row, $0.key.column) < ($0.value.count, $1.key.row, $1.key.column)
        }
        for (_, members) in ordered {
            guard areas.count < most else { break }
            let free = members.filter { index in
                !areas.contains {
                    $0.distance(latitude: points[index].latitude, longitude: points[index].longitude) <= radius
                }
            }
            // The remainder at the edge of a circle is not a place.
            guard 2 * free.count >= members.count, let area = middle(free.map { points[$0] }) else { continue }
            areas.append(area)
        }
        return areas
    }

    private static func cell(_ latitude: Double, _ longitude: Double) -> Cell {
        Cell(row: Int((latitude / cell).rounded(.down)), column: Int((longitude / cell).rounded(.down)))
    }

    /// Rounded to a hundredth of a degree, about a kilometer, so that one more photo rarely moves it.
    private static func middle(_ points: [(latitude: Double, longitude: Double)]) -> GalleryArea? {
        guard !points.isEmpty else { return nil }
        func mean(_ values: [Double]) -> Double {
            (values.reduce(0, +) / Double(values.count) * 100).rounded() / 100
        }
        return GalleryArea(
            latitude: mean(points.map(\.latitude)), longitude: mean(points.map(\.longitude)), kilometers: radius)
    }
}
