import EspyStore

/// Where photos were taken, and in which countries and cities that is.
struct PhotoPlaces {
    let photos: [(id: Int, latitude: Double, longitude: Double)]

    init(_ database: Database) throws(StoreError) {
        photos = try database.query(
            "SELECT id, latitude, longitude FROM photos WHERE latitude IS NOT NULL AND longitude IS NOT NULL"
        ) { (row) throws(StoreError) in (id: try row.integer(0), latitude: try row.real(1), longitude: try row.real(2))
        }
    }

    /// The places of most photos.
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

    /// Those of most photos first.
    func mostCountries(_ most: Int, _ atlas: Atlas) -> [Atlas.Country] {
        var counts: [Int: Int] = [:]
        for country in countries(atlas).compactMap(\.self) { counts[country, default: 0] += 1 }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(most).map { atlas.countries[$0.key] }
    }

    /// The cities that the places of most photos are called by, each once.
    func cities(_ atlas: Atlas) -> [String] {
        var seen: Set<String> = []
        return areas.compactMap { atlas.city(latitude: $0.latitude, longitude: $0.longitude)?.name }
            .filter { seen.insert($0).inserted }
    }

    /// By photo. Many are taken at one place: each hundredth of a degree is looked up once.
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
