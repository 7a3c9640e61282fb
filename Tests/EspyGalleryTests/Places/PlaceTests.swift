import Espy
import Foundation
import Testing

/// Names of places, and finding photos by them.
final class PlaceTests {
    private let file: String

    /// A small world.
    init() throws {
        file = NSTemporaryDirectory() + "espy-places-\(UUID().uuidString).tsv"
        let lines = """
            country\tIT\tItaly\tita
            country\tNL\tThe Netherlands\tnld|holland
            country\tFJ\tFiji\tfji
            country\tUS\tUnited States\tusa
            Rome\tIT\t41.89\t12.48\t2300000\troma|rom
            Ostia\tIT\t41.73\t12.28\t90000\t
            Roma\tUS\t26.41\t-99.01\t11000\t
            New York City\tUS\t40.71\t-74.01\t8800000\t
            Utrecht\tNL\t52.09\t5.12\t290000\t
            Labasa\tFJ\t-16.42\t179.38\t27000\t
            Nowhere\tXX\t1\t1\t1\t
            Broken\tIT\tnorth\t12\t1\t
            of\ttoo\tfew
            """
        try lines.write(toFile: file, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: file) }

    private func shipped() -> PlaceNames {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..")
        return PlaceNames(path: root.appendingPathComponent("web/data/places.tsv").standardized.path)
    }

    /// One photo in each city of the small world, and one outside it.
    private func world(_ path: String) throws -> SeededGallery {
        let seeded = try SeededGallery(places: PlaceNames(path: path))
        let cities: [String: (Double, Double)] = [
            "rome": (41.89, 12.48), "ostia": (41.73, 12.28), "roma": (26.41, -99.01), "york": (40.71, -74.01),
            "utrecht": (52.09, 5.12), "labasa": (-16.42, 179.38), "nowhere": (1, 1),
        ]
        for (name, place) in cities { try seeded.add("\(name).jpg") { $0.place = place } }
        return seeded
    }

    @Test(arguments: [
        ("rome", ["rome"]), ("ROME", ["rome"]), ("Roma", ["roma"]), ("rom", ["rome"]), ("new york", ["york"]),
        ("ostia", ["ostia"]), ("utrecht", ["utrecht"]), ("labasa", ["labasa"]), ("york", []), ("the", []), ("|", []),
        ("roma|rom", []),
        // Invalid lines.
        ("nowhere", []), ("broken", []), ("of", []), ("too", []),
        // Countries.
        ("Italy", ["rome", "ostia"]), ("netherlands", ["utrecht"]), ("The Netherlands", ["utrecht"]),
        ("holland", ["utrecht"]), ("USA", ["roma", "york"]), ("Fiji", ["labasa"]),
    ])
    func aNameIsOfCitiesOrOfACountry(name: String, photos: [String]) async throws {
        #expect(try await Set(world(file).gallery.names("place:\"\(name)\"")) == Set(photos))
    }

    @Test func filesThatAreNoMapNameNothing() async throws {
        for bytes: [UInt8] in [[], [0xFF, 9, 9, 10]] {
            try Data(bytes).write(to: URL(fileURLWithPath: file))
            #expect(try await world(file).gallery.names("place:rome").isEmpty)
        }
    }

    /// The names of place albums.
    @Test(
        arguments: [
            (41.9, 12.5, ["Italy", "Rome"]), (41.73, 12.29, ["Italy", "Ostia"]), (0, 0, ["0.00° N, 0.00° E"]),
            // Beyond 180 degrees, the map continues on the other side.
            (-16.8, -179.9, ["Fiji", "16.80° S, 179.90° W"]), (52.6, 5.4, ["The Netherlands", "Utrecht"]),
            (90, 0, ["90.00° N, 0.00° E"]), (-90, 180, ["90.00° S, 180.00° E"]), (95, 10, []), (10, 200, []),
            (0, .infinity, []),
        ] as [(Double, Double, [String])])
    func placesAreInTheirCities(latitude: Double, longitude: Double, albums: [String]) async throws {
        let seeded = try SeededGallery(places: PlaceNames(path: file))
        try seeded.add("a.jpg") { $0.place = (latitude, longitude) }
        let found = try await seeded.gallery.albums(now: 0).filter { $0.kind == .place }
        #expect(found.map(\.name) == albums)
    }

    private func travels(_ places: PlaceNames?) throws -> SeededGallery {
        let seeded = try SeededGallery(places: places)
        try seeded.add("duomo.jpg") { $0.place = (43.773, 11.256) }
        try seeded.add("nice.jpg") { $0.place = (48.14, 11.58) }
        try seeded.add("promenade.jpg") { $0.place = (43.695, 7.265) }
        try seeded.add("bridge.jpg") { $0.place = (40.7061, -73.9969) }
        try seeded.add("home.jpg") { $0.place = nil }
        return seeded
    }

    @Test(arguments: [
        ("place:Florence", ["duomo"]), ("place:firenze", ["duomo"]), ("place:Italy", ["duomo"]),
        ("place:München", ["nice"]), ("place:munchen", ["nice"]), ("place:Munich", ["nice"]),
        ("place:Nice", ["promenade"]),
        ("place:\"new york\"", ["bridge"]), ("place:usa", ["bridge"]), ("place:Atlantis", []),
        ("-place:Italy has:gps", ["bridge", "promenade", "nice"]), ("germany", ["nice"]),
        // Photos with the word, and photos taken at the place.
        ("nice", ["promenade", "nice"]), ("Nice", ["promenade", "nice"]), ("florence", ["duomo"]),
        ("new york", ["bridge"]), ("nice -place:nice", ["nice"]),
    ])
    func photosAreFoundByWhereTheyWereTaken(query: String, names: [String]) async throws {
        let gallery = try travels(shipped()).gallery
        #expect(try await gallery.names(query) == names)
    }

    @Test func eachHitSaysWhere() async throws {
        let gallery = try travels(shipped()).gallery
        #expect(try await gallery.search("place:Italy", now: 0).hits.map(\.why) == [["in Italy"]])
        #expect(try await gallery.search("germany", now: 0).hits.map(\.why) == [["in germany"]])
    }

    @Test func aNameHidesNoPlace() async throws {
        let seeded = try SeededGallery(places: shipped())
        try seeded.add("Rome trip.jpg") { $0.place = nil }
        try seeded.add("p.jpg") { $0.place = (41.89, 12.49) }
        try seeded.add("q.jpg") {
            $0.place = (41.9, 12.5)
            $0.title = "Rome at night"
        }
        try seeded.add("r.jpg") { $0.tags = ["rome": 0.9] }
        let hits = try await seeded.gallery.search("rome", now: 0).hits
        #expect(hits.map(\.why) == [["rome 90 %"], ["title", "in rome"], ["in rome"], ["file name"]])
        #expect(try await seeded.gallery.names("Rom").isEmpty)
        // Whatever the base form of its name would be.
        try seeded.add("athens.jpg") { $0.place = nil }
        try seeded.add("acropolis.jpg") { $0.place = (37.97, 23.73) }
        #expect(try await seeded.gallery.names("Athens") == ["acropolis", "athens"])
        #expect(try await seeded.gallery.names("Афины").isEmpty)
    }

    /// Everyday words mean what photos show, and short names of countries mean nothing.
    @Test func everydayWordsAreNoPlaces() async throws {
        let seeded = try SeededGallery(places: shipped())
        try seeded.add("fruit.jpg") { $0.colors = [.orange: 0.5] }
        try seeded.add("theatre.jpg") { $0.place = (44.138, 4.807) }
        #expect(try await seeded.gallery.names("orange") == ["fruit"])
        #expect(try await seeded.gallery.names("place:orange") == ["theatre"])
        try seeded.add("fin.jpg") { $0.place = nil }
        try seeded.add("helsinki.jpg") { $0.place = (60.17, 24.94) }
        #expect(try await seeded.gallery.names("fin") == ["fin"])
        #expect(try await seeded.gallery.names("finland") == ["helsinki"])
    }

    @Test func albumsAreCalledByCitiesAndCountries() async throws {
        let names = try await travels(shipped()).gallery.albums(now: 0).filter { $0.kind == .place }.map(\.name)
        #expect(
            Set(names) == [
                "Italy", "Germany", "France", "United States", "Florence", "Munich", "Nice", "New York City",
            ])
        let plain = try await travels(nil).gallery.albums(now: 0).filter { $0.kind == .place }.map(\.name)
        #expect(plain.contains("43.77° N, 11.26° E"))
        #expect(plain.count == 4)
    }

    @Test func partsOfACityAreOneAlbum() async throws {
        let seeded = try SeededGallery(places: shipped())
        try seeded.add("grunewald.jpg") { $0.place = (52.46, 13.31) }
        try seeded.add("wall.jpg") { $0.place = (52.505, 13.44) }
        let albums = try await seeded.gallery.albums(now: 0).filter { $0.kind == .place }
        #expect(albums.map(\.name) == ["Germany", "Berlin"])
        #expect(albums.map(\.count) == [2, 2])
        #expect(try await seeded.gallery.names(albums[1].query).count == 2)
    }

    @Test func placesOfTheLibraryAreSuggested() async throws {
        let gallery = try travels(shipped()).gallery
        #expect(try await gallery.suggestions("place:fr", now: 0).map(\.query) == ["place:France "])
        #expect(try await gallery.suggestions("place:new", now: 0).map(\.query) == ["place:\"New York City\" "])
        #expect(try await travels(nil).gallery.suggestions("place:fr", now: 0).isEmpty)
    }

    @Test func withoutTheFileNothingHasAName() async throws {
        let gallery = try travels(PlaceNames(path: "/nowhere/places.tsv")).gallery
        #expect(try await gallery.names("place:Italy").isEmpty)
    }
}
