import EspyBarcode
import Foundation

/// All books of all photos of shelves, each once.
///
/// Two sightings are one book where they have the same ISBN, or stand in photos of one place and are the same there by
/// title and neighbors (``Inventory``); a person's word goes before both.
public struct BookLibrary: Sendable {
    /// What a person said of two sightings.
    public struct Word: Sendable, Equatable {
        public var one: BookSighting.ID
        public var other: BookSighting.ID
        public var isSame: Bool

        public init(_ one: BookSighting.ID, _ other: BookSighting.ID, isSame: Bool) {
            (self.one, self.other, self.isSame) = (one, other, isSame)
        }
    }

    /// Place after place, as they stand there; those without a place at the end.
    public let books: [LibraryBook]
    /// Those that photos were taken of, in order.
    public let places: [ShelfPlace]
    let words: [SearchWords]
    private let numbers: [BookSighting.ID: Int]

    /// - Parameters:
    ///   - photos: in the order in which they were kept.
    ///   - said: what a person said; the later of two contrary words counts.
    public init(_ photos: [ShelvedPhoto], said: [Word] = []) {
        let seen = ShelvedSightings(photos)
        var same = SameBooks(seen, said)
        var books = same.books()
        Self.findAlike(&books)
        self.books = books
        places = Set(photos.compactMap(\.place)).sorted()
        words = books.map(SearchWords.init)
        var numbers: [BookSighting.ID: Int] = [:]
        for (number, book) in books.enumerated() { for sighting in book.sightings { numbers[sighting.id] = number } }
        self.numbers = numbers
    }

    /// The book that a sighting is one of.
    public subscript(id: BookSighting.ID) -> LibraryBook? { numbers[id].map { books[$0] } }

    /// The sightings whose entry begins so; one where it is not ambiguous.
    public func sightings(matching id: BookSighting.ID) -> [BookSighting.ID] {
        numbers.keys.filter { $0.spine == id.spine && $0.entry.hasPrefix(id.entry) }
    }

    private static func findAlike(_ books: inout [LibraryBook]) {
        let named = Dictionary(grouping: books.indices) { Tokens.of(books[$0].title).joined(separator: " ") }
        for (name, numbers) in named where numbers.count > 1 && name.count >= 4 {
            let ids = numbers.map { books[$0].id }
            for number in numbers { books[number].alike = ids.filter { $0 != books[number].id } }
        }
    }
}

/// What was seen in all photos, and what of it is one book at one place.
struct ShelvedSightings {
    /// In the order of time.
    private(set) var sightings: [BookSighting] = []
    private(set) var walks: [PlaceWalk] = []

    init(_ photos: [ShelvedPhoto]) {
        var walks: [ShelfPlace: PlaceWalk] = [:]
        var single: [PlaceWalk] = []
        for photo in Self.inTime(photos) {
            var numbers: [Int: Int] = [:]
            for (spine, sighting) in photo.sightings {
                numbers[spine] = sightings.count
                sightings.append(sighting)
            }
            guard let place = photo.place else {
                // Nobody knows what stood there before.
                var walk = PlaceWalk()
                walk.take(photo, numbers, sightings)
                single.append(walk)
                continue
            }
            walks[place, default: PlaceWalk()].take(photo, numbers, sightings)
        }
        self.walks = walks.sorted { $0.key < $1.key }.map(\.value) + single
        for link in self.walks.flatMap(\.links) { sightings[link.other].confidence = link.confidence }
    }

    /// By time; those of the same second as they were kept.
    private static func inTime(_ photos: [ShelvedPhoto]) -> [ShelvedPhoto] {
        photos.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }
}
