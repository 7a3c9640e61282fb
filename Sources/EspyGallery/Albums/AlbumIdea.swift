import EspyBase

/// An album that may be worth showing.
struct AlbumIdea {
    let id: String
    let name: String
    let kind: GalleryAlbum.Kind
    let query: String
    /// The tag whose surest photo is the cover; nil: the newest photo is.
    var tag: String?

    /// Those that every gallery has, where they are not empty.
    static let subjects: [AlbumIdea] = [
        subject("Animals", "category:animals OR tag:animal", tag: "animal"),
        subject("Nature", "category:nature OR tag:nature", tag: "nature"),
        subject("People", "category:people OR tag:person", tag: "person"),
        subject("Food", "category:food OR tag:food", tag: "food"),
        subject("Vehicles", "category:vehicles OR tag:vehicle", tag: "vehicle"),
        subject("Buildings", "category:buildings OR tag:building", tag: "building"),
        subject("Sport", "category:sport OR tag:sport", tag: "sport"),
        subject("Documents", "kind:document OR has:text"),
        subject("Screenshots", "kind:screenshot"),
        subject("Panoramas", "kind:panorama"),
    ]

    private static func subject(_ name: String, _ query: String, tag: String? = nil) -> AlbumIdea {
        AlbumIdea(id: name.lowercased(), name: name, kind: .subject, query: query, tag: tag)
    }

    static let colors: [AlbumIdea] = ColorName.allCases.map { color in
        let name = color.rawValue
        return AlbumIdea(
            id: "color-\(name)", name: name.prefix(1).uppercased() + name.dropFirst(), kind: .color,
            query: "color:\(name)")
    }

    static func year(_ year: Int) -> AlbumIdea {
        AlbumIdea(id: "year-\(year)", name: "\(year)", kind: .year, query: "date:\(year)")
    }

    /// This day of the years before.
    static func onThisDay(_ now: Int) -> AlbumIdea {
        let date = CivilDay.date(of: now)
        let day = GalleryDates.yearly(month: date.month, day: date.day)
        return AlbumIdea(
            id: "on-this-day", name: "On this day", kind: .memories, query: "date:\(day) before:\(date.year)")
    }

    static func country(_ country: Atlas.Country) -> AlbumIdea {
        AlbumIdea(
            id: "country-\(country.code)", name: country.name, kind: .place,
            query: GalleryQuery.Filter.place(country.name).description)
    }

    /// Places are called by their cities, and by where they are where none is known. Those of one city are one album.
    static func places(_ areas: [GalleryArea], _ atlas: Atlas?) -> [AlbumIdea] {
        let named = areas.map { area in
            (area: area, name: atlas?.city(latitude: area.latitude, longitude: area.longitude)?.name ?? degrees(area))
        }
        let albums = Dictionary(grouping: named, by: \.name)
        return named.compactMap { area, name in
            guard let parts = albums[name], parts[0].area == area else { return nil }
            let query = parts.map { "near:\($0.area.description)" }.joined(separator: " OR ")
            return AlbumIdea(id: "place-\(area.description)", name: name, kind: .place, query: query)
        }
    }

    private static func degrees(_ area: GalleryArea) -> String {
        func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
            let hundredths = Int((abs(value) * 100).rounded())
            let digits = "\(hundredths % 100)"
            let fraction = digits.count < 2 ? "0" + digits : digits
            return "\(hundredths / 100).\(fraction)° \(value < 0 ? negative : positive)"
        }
        return degrees(area.latitude, "N", "S") + ", " + degrees(area.longitude, "E", "W")
    }
}
