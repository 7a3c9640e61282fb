import EspyPixels

/// The pictures of a TIFF file: the directories of its chain and those below them (TIFF 6.0, sections 2 and 8, and
/// supplement 1).
///
/// Reduced copies and masks are none of them, unless there is nothing else.
struct TIFFPages {
    struct Page {
        let directory: TIFFDirectory
        let width: Int
        let height: Int
        let orientation: Orientation
    }

    private var pages: [Page] = []
    /// Whether the chain goes on where the file has ended: then there was at least one more page.
    private let isCutShort: Bool

    var count: Int { pages.count + (isCutShort ? 1 : 0) }

    /// More pages than any scan or stack has.
    private static let most = 65_536

    init(_ bytes: [UInt8]) throws(ImageError) {
        guard let main = TIFFDirectory(bytes[...]) else { throw .truncated(.tiff) }
        // What the sensor of a camera saw is not developed.
        let sensor = ImageError.unsupportedVariant(.tiff, detail: "what a sensor saw")
        guard !ByteReader(bytes[...]).starts(with: "CR", at: 8) else { throw sensor }
        let chain = Self.chain(main)
        isCutShort = chain.last.map { $0.next >= bytes.count } ?? false
        for directory in chain {
            if directory.isFullPicture { add(directory, below: directory) }
            let below = (directory.numbers(330) ?? []).prefix(64).compactMap { directory.directory(at: $0) }
            for part in below where part.isFullPicture && part.hasColors { add(part, below: directory) }
        }
        if pages.isEmpty {
            // Cameras put a picture for the finger-nail first, and what the sensor saw into directories below it.
            if main.has(330) { throw sensor }
            for directory in chain { add(directory, below: directory) }
            pages = pages.max { $0.width * $0.height < $1.width * $1.height }.map { [$0] } ?? []
        }
        guard !pages.isEmpty else { throw .corrupt(.tiff, reason: "no size") }
    }

    /// - Parameter number: from 1.
    func page(_ number: Int) throws(ImageError) -> Page {
        guard (1...count).contains(number) else { throw .noSuchPage(number, pages: count, frames: 1) }
        guard number <= pages.count else { throw .truncated(.tiff) }
        return pages[number - 1]
    }

    private static func chain(_ main: TIFFDirectory) -> [TIFFDirectory] {
        var (chain, seen) = ([main], Set([main.place]))
        while chain.count < most, let next = chain.last?.next, next != 0, seen.insert(next).inserted,
            let directory = main.directory(at: next)
        {
            chain.append(directory)
        }
        return chain
    }

    /// - Parameter parent: says how the picture lies where it does not itself.
    private mutating func add(_ directory: TIFFDirectory, below parent: TIFFDirectory) {
        guard pages.count < Self.most, let width = directory.number(256), let height = directory.number(257), width > 0,
            height > 0, width <= Int32.max, height <= Int32.max
        else { return }
        let orientation =
            (directory.number(274) ?? parent.number(274)).flatMap { Orientation(rawValue: $0) } ?? .identity
        pages.append(Page(directory: directory, width: width, height: height, orientation: orientation))
    }
}

extension TIFFDirectory {
    /// Whether it is neither a smaller copy of another picture nor a mask, by the new tag or the old one.
    fileprivate var isFullPicture: Bool {
        let kind = number(254) ?? (number(255) == 2 ? 1 : 0)
        return kind & 0b101 == 0 && number(262) != 4
    }

    /// Whether the samples are colors, and not what a sensor saw.
    fileprivate var hasColors: Bool { number(262).map { $0 <= 10 } ?? false }
}
