import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

struct MetadataTests {
    private let main: [(Int, TIFFs.Value)] = [
        (0x010E, .text("Two  boats\n")), (0x010F, .text("NIKON CORPORATION")), (0x0110, .text("NIKON D70 ")),
        (0x0131, .text("Ver 1.0")), (0x4746, .shorts([4])),
        (
            0x8769,
            .directory([(0x9003, .text("2019:05:21 10:45:52")), (0x9011, .text("+02:00")), (0xA434, .text("50mm"))])
        ),
        (
            0x8825,
            .directory([
                (1, .text("S")), (2, .rationals([(33, 1), (30, 1), (36, 1)])), (3, .text("E")),
                (4, .rationals([(18, 1), (2430, 100), (0, 1)])),
            ])
        ),
    ]

    private func jpeg(_ segments: [UInt8]...) throws -> [UInt8] {
        JPEGs.inserting(segments, into: try ImageEncoder.jpeg(Pictures.quarters()))
    }

    private func check(_ found: PhotoMetadata) {
        // 10:45:52 on the camera's clock, whatever the time zone.
        #expect(found.taken == 1_558_435_552)
        #expect(found.latitude?.isNear(-33.51, within: 1e-6) == true)
        #expect(found.longitude?.isNear(18.405, within: 1e-6) == true)
        #expect(found.camera == "NIKON D70")
        #expect(found.lens == "50mm")
        #expect(found.rating == 4)
        #expect(found.description == "Two boats")
        #expect(found.software == "Ver 1.0")
        #expect(found.keywords.isEmpty)
        #expect(!found.isScreenshot)
    }

    @Test(arguments: [true, false])
    func exifInEveryFormat(isLittle: Bool) throws {
        let block = TIFFs(isLittle: isLittle).file(main)
        check(PhotoMetadata(of: try jpeg(JPEGs.exif(block))))
        check(PhotoMetadata(of: PNGs.inserting([("eXIf", block)], into: try ImageEncoder.png(Pictures.quarters()))))
        let picture = Pictures.quarters()
        let webP = WebPs.extended(
            WebPs.lossy(picture), width: picture.width, height: picture.height, profile: Profiles.wide(), exif: block)
        check(PhotoMetadata(of: webP))
        check(
            PhotoMetadata(
                of: TIFFs(isLittle: isLittle).picture(width: 2, height: 2, extra: main) { _, _ in [1, 2, 3] }))
        if let heif = HEIFs(exif: block).file(picture) { check(PhotoMetadata(of: heif)) }
    }

    @Test(arguments: ["    :  :     :  :  ", "0000:00:00 00:00:00", "2019:13:01 00:00:00", "2019:02:29 10:00:00", "x"])
    func datesThatDoNotExist(_ text: String) throws {
        let block = TIFFs().file([(0x8769, .directory([(0x9003, .text(text))]))])
        #expect(PhotoMetadata(of: try jpeg(JPEGs.exif(block))).taken == nil)
    }

    @Test func placesThatDoNotExist() throws {
        let fair: [(Int, TIFFs.Value)] = [
            (1, .text("N")), (2, .rationals([(51, 1), (30, 1), (0, 1)])), (3, .text("W")),
            (4, .rationals([(0, 1), (7, 1), (0, 1)])),
        ]
        func place(_ changes: (Int, TIFFs.Value)...) throws -> Double? {
            let fields = fair.map { field in changes.first { $0.0 == field.0 } ?? field }
            let more = changes.filter { change in !fair.contains { $0.0 == change.0 } }
            return PhotoMetadata(of: try jpeg(JPEGs.exif(TIFFs().file([(0x8825, .directory(fields + more))])))).latitude
        }
        #expect(try place()?.isNear(51.5, within: 1e-9) == true)
        #expect(try place((2, .rationals([(51, 0), (30, 1), (0, 1)]))) == nil)
        #expect(try place((2, .rationals([(91, 1), (0, 1), (0, 1)]))) == nil)
        #expect(try place((4, .rationals([(181, 1), (0, 1), (0, 1)]))) == nil)
        #expect(try place((1, .text("Q"))) == nil)
        #expect(try place((9, .text("V"))) == nil)
        let zero = TIFFs.Value.rationals([(0, 1), (0, 1), (0, 1)])
        #expect(try place((2, zero), (4, zero)) == nil)
    }

    @Test func wordsOfNewsAgencies() throws {
        func record(_ number: UInt8, _ text: String) -> [UInt8] {
            [0x1C, 2, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
        }
        let records =
            record(5, "Harbor") + record(25, "boat") + record(25, "Sea") + record(120, "A harbor")
            + record(55, "20190521") + record(60, "104552+0200")
        let resource = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(records.count)] + records
        let file = try jpeg(JPEGs.segment(0xED, Array("Photoshop 3.0\0".utf8) + resource))
        let found = PhotoMetadata(of: file)
        #expect(found.title == "Harbor")
        #expect(found.description == "A harbor")
        #expect(found.keywords == ["boat", "Sea"])
        #expect(found.taken == 1_558_435_552)
    }

    @Test func xmp() throws {
        let text = """
            <?xpacket begin=''?><x:xmpmeta xmlns:x='adobe:ns:meta/'><!-- <rdf:RDF> -->
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:q="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
              xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmp:Rating="-1" rdf:about=""
              photoshop:DateCreated="2019-05-21T10:45:52.123-07:00">
             <q:subject><rdf:Bag><rdf:li>Dog</rdf:li><rdf:li>Salt &amp; Pepper</rdf:li><rdf:li>dog</rdf:li></rdf:Bag></q:subject>
             <q:title><rdf:Alt><rdf:li xml:lang="x-default">Caf&#xe9;</rdf:li></rdf:Alt></q:title>
             <lr:hierarchicalSubject xmlns:lr="http://ns.adobe.com/lightroom/1.0/"><rdf:Bag>
              <rdf:li>Animals|Dog|Terrier</rdf:li></rdf:Bag></lr:hierarchicalSubject>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let mark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        let found = PhotoMetadata(of: try jpeg(JPEGs.segment(0xE1, mark + Array(text.utf8))))
        #expect(found.keywords == ["Dog", "Salt & Pepper", "Animals", "Terrier"])
        #expect(found.title == "Café")
        #expect(found.rating == -1)
        #expect(found.taken == 1_558_435_552)
        let chunk = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(text.utf8)
        let png = PNGs.inserting([("iTXt", chunk)], into: try ImageEncoder.png(Pictures.quarters()))
        #expect(PhotoMetadata(of: png) == found)
        // Any prefix of it is read without harm.
        for count in stride(from: 0, to: text.utf8.count, by: 7) {
            let cut = PhotoMetadata(of: try jpeg(JPEGs.segment(0xE1, mark + Array(text.utf8.prefix(count)))))
            #expect(cut.keywords.count <= 4)
        }
    }

    @Test func screenshots() throws {
        let comment = Array("ASCII\0\0\0Screenshot".utf8)
        let block = TIFFs().file([(0x8769, .directory([(0x9286, .bytes(comment))]))])
        #expect(PhotoMetadata(of: try jpeg(JPEGs.exif(block))).isScreenshot)
        let screen = try ImageEncoder.png(RGBImage(width: 640, height: 1136, red: 9, green: 9, blue: 9), fast: true)
        #expect(PhotoMetadata(of: screen).isScreenshot)
        let made = PNGs.inserting([("eXIf", TIFFs().file([(0x0110, .text("X100"))]))], into: screen)
        #expect(!PhotoMetadata(of: made).isScreenshot)
        #expect(!PhotoMetadata(of: try ImageEncoder.png(Pictures.quarters())).isScreenshot)
    }

    @Test func everyPrefixOfABlockIsReadWithoutHarm() throws {
        let block = TIFFs(isLittle: true).file(main)
        for count in 0...block.count {
            let found = PhotoMetadata(of: try jpeg(JPEGs.exif(Array(block[..<count]))))
            #expect(found.keywords.isEmpty)
        }
        #expect(PhotoMetadata(of: []) == PhotoMetadata())
    }
}
