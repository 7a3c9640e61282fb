import Espy
import EspyTestSupport
import Testing

/// The number of books read in real photos. The floors are only ever raised, and no value is wrong.
@Suite(.enabled(if: PhotoSets.has("shelf/isbn/truth.csv"), "the photos with truth lie outside the repository"))
struct BarcodePhotoTests {
    @Test(arguments: [(BarcodeOptions.Effort.quick, floor: 23), (.thorough, floor: 26)])
    func readsBooks(effort: BarcodeOptions.Effort, floor: Int) throws {
        let reader = BarcodeReader(options: BarcodeOptions(effort: effort))
        var hits = 0
        for row in try PhotoSets.rows("shelf/isbn/truth.csv") {
            // The number of thirteen digits, followed by its add-on if that is in the picture.
            let (isbn, addOn) = (String(row[1].prefix(13)), String(row[1].dropFirst(13)))
            for found in try reader.read(PhotoSets.photo("shelf/isbn/\(row[0])").gray) {
                #expect(found.value == isbn, "\(row[0]): \(found.value)")
                #expect(found.isbn?.value == isbn, "\(row[0]): \(found.value)")
                if !addOn.isEmpty { #expect(found.addOn == nil || found.addOn == addOn, "\(row[0])") }
                hits += 1
            }
        }
        #expect(hits >= floor)
    }

    /// None of these shows a barcode.
    @Test(arguments: [
        "shelf/di_2.jpg", "shelf/di_6.jpg", "shelf/di_11.jpg", "shelf/lb_two_shelves_example.jpg", "rack/box.jpg",
        "count/sample1.JPG", "count/logs_IMG_0093.jpg", "count/capsules_tray.jpg", "count/nuclei_stardist.png",
    ])
    func readsNothingWhereThereIsNoCode(file: String) throws {
        #expect(try BarcodeReader().read(PhotoSets.photo(file).gray).isEmpty)
    }
}
