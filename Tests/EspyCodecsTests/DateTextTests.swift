import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

/// Incomplete dates, dates with AM and PM, and dates from phones with their own way of writing hours.
struct DateTextTests {
    private static let noon = 1_558_396_800 + 12 * 3_600

    @Test(arguments: [
        ("1987", 536_457_600, PhotoTime.Detail.year), ("1987-05", 546_825_600, .month),
        ("1987-05-21", 548_553_600, .day),
        ("1987:00:00 00:00:00", 536_457_600, .year), ("1987:05:00", 546_825_600, .month),
        ("1987:05:21   :  :  ", 548_553_600, .day), ("1987:  :     :  :  ", 536_457_600, .year),
        ("19870000", 536_457_600, .year), ("19870500T", 546_825_600, .month), ("1987-05-21+02:00", 548_553_600, .day),
        ("1987-05-21T10", 548_553_600, .day),
    ])
    func partialDates(_ text: String, _ seconds: Int, _ detail: PhotoTime.Detail) {
        #expect(DateText.time(text) == PhotoTime(seconds: seconds, detail: detail))
    }

    @Test(arguments: [
        ("2019:05:21 12:00:00", 0), ("2019:05:21 下午3:12:05", 11_525), ("2019:05:21 上午3:12:05", -31_675),
        ("2019:05:21 오후 12:12:05", 725), ("2019:05:21 오전 12:12:05", -42_475), ("2019:05:21 3:12:05 PM", 11_525),
        ("2019:05:21 12:00:00 a.m.", -43_200), ("2019-05-21T03:12:05 p. m.", 11_525), ("2019:05:21 午後3:12:05", 11_525),
        ("2019:05:21 15:12:05 PM", 11_525), ("2019:05:21 晚上11:00:00", 39_600), ("2019:05:21 中午1:00:00", 3_600),
        ("2019年5月21日 下午3時12分05秒", 11_525), ("2019:05:21 24:04:20", -42_940), ("2019-05-21T12:00+02:00", 0),
        ("2019-05-21T12:00:00.123-07:00", 0), ("20190521T120000Z", 0), ("2019-05-21T12:00-07:00", 0),
        ("2019:05:21 03:12:05 CEST", -31_675), ("2019:05:21 3:12:05\u{202F}PM", 11_525),
    ])
    func clocks(_ text: String, _ afterNoon: Int) {
        #expect(DateText.time(text) == PhotoTime(seconds: Self.noon + afterNoon))
    }

    /// A time that may be twelve hours off but looks certain would be worse than only the day.
    @Test(arguments: ["2019:05:21 ??3:12:05", "2019:05:21 xx 3:12:05", "2019:05:21 晚上12:00:00", "2019:05:21 下午3:1"])
    func wordsThatNobodyKnowsLeaveTheDay(_ text: String) {
        #expect(
            DateText.time(text.replacing("??", with: "\u{4E59}")) == PhotoTime(seconds: 1_558_396_800, detail: .day))
    }

    @Test func wordsInOldEncodingsAreKnown() {
        let words: [([UInt8], Int)] = [
            ([0xCF, 0xC2, 0xCE, 0xE7], 15), ([0xC9, 0xCF, 0xCE, 0xE7], 3), ([0xBF, 0xC0, 0xC8, 0xC4], 15),
            ([0x8C, 0xDF, 0x8C, 0xE3], 15), ([0xA4, 0x57, 0xA4, 0xC8], 3),
        ]
        for (word, hour) in words {
            let bytes = Array("2019:05:21 ".utf8) + word + Array(" 3:00:00".utf8)
            #expect(DateText.time(bytes) == PhotoTime(seconds: 1_558_396_800 + hour * 3_600))
        }
    }

    @Test(arguments: [
        "2019:13:01 10:00:00", "2019-02-30", "2019:05:21 25:00:00", "2019:05:21 10:61:00", "0000:00:00 00:00:00", "12",
        "x", "",
        "87-05-21", "2019-123", "1700", "3000-01-01",
    ])
    func datesThatDoNotExist(_ text: String) {
        #expect(DateText.time(text) == nil)
    }

    @Test func laterDatesOnlyMakeADateMoreExact() {
        let (year, day) = (DateText.time("1987"), DateText.time("1987-05-21"))
        let (other, whole) = (DateText.time("1988-05-21"), DateText.time("1987-05-21T10:00:00"))
        #expect(PhotoTime.best([nil, year, other]) == year)
        #expect(PhotoTime.best([year, other, day, whole]) == whole)
        #expect(PhotoTime.best([day, year]) == day)
        #expect(PhotoTime.best([whole, DateText.time("1987-05-21T11:00:00")]) == whole)
        #expect(PhotoTime.best([nil]) == nil)
    }

    @Test func changesAreNoShots() throws {
        let edited = TIFFs().file([(0x0132, .text("2024:02:02 02:02:02"))])
        let found = PhotoMetadata(
            of: JPEGs.inserting([JPEGs.exif(edited)], into: try ImageEncoder.jpeg(Pictures.quarters())))
        #expect(found.taken == nil)
        #expect(found.changed == 1_706_839_322)
        // The satellites' time is closer to the shot, even if it is years earlier.
        let place: [(Int, TIFFs.Value)] = [
            (7, .rationals([(10, 1), (45, 1), (52, 1)])), (0x1D, .text("2019:05:21")),
        ]
        let both = TIFFs().file([(0x0132, .text("2024:02:02 02:02:02")), (0x8825, .directory(place))])
        let located = PhotoMetadata(
            of: JPEGs.inserting([JPEGs.exif(both)], into: try ImageEncoder.jpeg(Pictures.quarters())))
        #expect(located.changed == 1_558_435_552)
    }

    @Test func partialDatesOfEveryBlock() throws {
        let exif = TIFFs().file([(0x8769, .directory([(0x9003, .text("1987:05:00 00:00:00"))]))])
        let photo = try ImageEncoder.jpeg(Pictures.quarters())
        let found = PhotoMetadata(of: JPEGs.inserting([JPEGs.exif(exif)], into: photo))
        #expect(found.taken == 546_825_600)
        #expect(found.takenDetail == .month)
        let record: [UInt8] = [0x1C, 2, 55, 0, 8] + Array("19870000".utf8)
        let resource = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(record.count)] + record
        let news = JPEGs.segment(0xED, Array("Photoshop 3.0\0".utf8) + resource)
        let year = PhotoMetadata(of: JPEGs.inserting([news], into: photo))
        #expect(year.taken == 536_457_600)
        #expect(year.takenDetail == .year)
    }
}
