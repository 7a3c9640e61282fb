import DataMatrix
import Espy
import EspyTestSupport
import Testing

/// How much is read in real photos. Floors for hits are only ever raised, and no set has a wrong value.
@Suite(.enabled(if: PhotoSets.isThere, "the photos with truth lie outside the repository"))
struct PhotoSetTests {
    struct Floor: Sendable, CustomTestStringConvertible {
        let name: String
        let hits: Int
        let codes: Int

        var testDescription: String { name }
    }

    static let floors = [
        Floor(name: "biobricks", hits: 2, codes: 2),
        Floor(name: "dls-bluestand", hits: 78, codes: 83),
        Floor(name: "dls-puck", hits: 30, codes: 30),
        Floor(name: "dls-side", hits: 3, codes: 3),
        Floor(name: "dls-tray", hits: 64, codes: 64),
        Floor(name: "rackscanner", hits: 2, codes: 2),
        Floor(name: "zxing-cpp/datamatrix-2", hits: 13, codes: 13),
        Floor(name: "zxing-cpp/datamatrix-3", hits: 26, codes: 27),
        Floor(name: "zxing-cpp/datamatrix-5", hits: 5, codes: 5),
        Floor(name: "zxing-java/datamatrix-2", hits: 18, codes: 18),
    ]

    @Test(arguments: floors)
    func readsASet(floor: Floor) async throws {
        var hits = 0
        var codes = 0
        for entry in try PhotoSets.entries(of: floor.name) {
            let photo = try PhotoSets.photo("rack/\(floor.name)/\(entry.file)")
            var open = entry.values
            for value in await values(in: photo) {
                let index = open.firstIndex(of: value)
                #expect(index != nil, "\(entry.file): \(value) is not there")
                if let index { open.remove(at: index) }
            }
            hits += entry.values.count - open.count
            codes += entry.values.count
        }
        #expect(codes == floor.codes)
        #expect(hits >= floor.hits)
    }

    @Test func readsAllOfTheBox() async throws {
        let truth = Set(try PhotoSets.rows("rack/box.truth.csv").map { $0[0] })
        #expect(Set(await values(in: try PhotoSets.photo("rack/box.jpg"))) == truth)
    }

    /// Photos without codes: every reading in them is wrong.
    @Test(arguments: [
        "count/sample1.JPG", "count/bricks_19.jpg", "count/coins_skimage.png", "count/capsules_tray.jpg",
        "count/nuclei_stardist.png", "count/logs_IMG_0093.jpg", "shelf/di_2.jpg", "shelf/di_4.jpg", "shelf/di_10.jpg",
    ])
    func readsNothingWhereThereIsNoCode(file: String) async throws {
        #expect(await values(in: try PhotoSets.photo(file)).isEmpty)
    }

    private func values(in photo: RGBImage) async -> [String] {
        let gray = photo.gray
        let view = GrayView(width: gray.width, height: gray.height, pixels: gray.pixels)
        return await SymbolReader().read(view).readings.map { reading in
            let value = reading.message.value.unicodeScalars
            return String(String.UnicodeScalarView(value.filter { $0.value >= 32 }))
        }
    }
}
