import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

/// Words that people wrote into files, in all places where the format has room for them.
struct MetadataWordsTests {
    private func jpeg(_ segments: [UInt8]...) throws -> PhotoMetadata {
        PhotoMetadata(of: JPEGs.inserting(segments, into: try ImageEncoder.jpeg(Pictures.quarters())))
    }

    private func xmp(_ body: String) throws -> PhotoMetadata {
        try jpeg(JPEGs.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(Self.packet(body).utf8)))
    }

    static func packet(_ body: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
          xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
          xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
          xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:MP="http://ns.microsoft.com/photo/1.2/"
          xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#" xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#">
        \(body)
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    @Test func commentsOfTheFormat() throws {
        #expect(try jpeg(JPEGs.segment(0xFE, Array("picnic at the lake\0".utf8))).notes == ["picnic at the lake"])
        let two = try jpeg(
            JPEGs.segment(0xFE, Array("One".utf8)),
            JPEGs.segment(0xFE, Array("Caf\u{E9}".unicodeScalars.map { UInt8($0.value) })))
        #expect(two.notes == ["One", "Café"])
        // People do not search for how a program made the file.
        for noise in [
            "CREATOR: gd-jpeg v1.0 (using IJG JPEG v62), quality = 90\n", "Lavc58.54.100", "AppleMark", "  ",
            "1280x720",
        ] {
            #expect(try jpeg(JPEGs.segment(0xFE, Array(noise.utf8))).notes == nil, "\(noise)")
        }
    }

    @Test(arguments: [true, false]) func commentsOfEXIF(isLittle: Bool) throws {
        func wide(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } + [0, 0] }
        func user(_ bytes: [UInt8]) throws -> [String]? {
            let block = TIFFs(isLittle: isLittle).file([(0x8769, .directory([(0x9286, .bytes(bytes))]))])
            return try jpeg(JPEGs.exif(block)).notes
        }
        #expect(try user(Array("ASCII\0\0\0by the lake".utf8)) == ["by the lake"])
        #expect(try user(Array("UNICODE\0".utf8) + wide("am See")) == ["am See"])
        let chinese = "湖邊野餐".utf16.flatMap {
            isLittle ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)]
        }
        #expect(try user(Array("UNICODE\0".utf8) + chinese) == ["湖邊野餐"])
        #expect(try user(Array("no code before it".utf8)) == ["no code before it"])
        #expect(try user([UInt8](repeating: 0, count: 8) + Array("    ".utf8)) == nil)
        let fields: [(Int, TIFFs.Value)] = [
            (0x9C9B, .bytes(wide("Title"))), (0x9C9C, .bytes(wide("with the dog"))), (0x9C9E, .bytes(wide("lake;dog"))),
            (0x9C9F, .bytes(wide("Holidays"))),
        ]
        let windows = try jpeg(JPEGs.exif(TIFFs(isLittle: isLittle).file(fields)))
        #expect(windows.notes == ["Holidays", "with the dog"])
        #expect(windows.title == "Title")
        #expect(windows.keywords == ["lake", "dog"])
    }

    @Test func newsAgencies() throws {
        func record(_ number: UInt8, _ text: String) -> [UInt8] {
            [0x1C, 2, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
        }
        let records =
            record(90, "Florence") + record(92, "Oltrarno") + record(101, "Italy") + record(105, "Rain at last")
        let resource = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(records.count)] + records
        let found = try jpeg(JPEGs.segment(0xED, Array("Photoshop 3.0\0".utf8) + resource))
        #expect(found.location == "Oltrarno, Florence, Italy")
        #expect(found.notes == ["Rain at last"])
    }

    @Test func placesOfXMP() throws {
        let found = try xmp(
            """
            <photoshop:City>Florence</photoshop:City><photoshop:Country>Italy</photoshop:Country>
            <Iptc4xmpCore:Location>Oltrarno</Iptc4xmpCore:Location><photoshop:Headline>Rain at last</photoshop:Headline>
            <Iptc4xmpExt:LocationShown><rdf:Bag><rdf:li rdf:parseType="Resource"><Iptc4xmpExt:City>Fiesole</Iptc4xmpExt:City>
            <Iptc4xmpExt:CountryName>Italy</Iptc4xmpExt:CountryName></rdf:li></rdf:Bag></Iptc4xmpExt:LocationShown>
            <exif:UserComment><rdf:Alt><rdf:li xml:lang="x-default">wet feet</rdf:li></rdf:Alt></exif:UserComment>
            """)
        #expect(found.location == "Oltrarno, Florence, Italy, Fiesole")
        #expect(found.notes == ["Rain at last", "wet feet"])
        #expect(found.title == nil)
        #expect(found.people == nil)
    }

    @Test func personsOfXMP() throws {
        let found = try xmp(
            """
            <Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Anna Bell</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>
            <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
            <rdf:li><rdf:Description mwg-rs:Name="Ben Ford" mwg-rs:Type="Face"><mwg-rs:Area/></rdf:Description></rdf:li>
            <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Cleo</mwg-rs:Name><mwg-rs:Type>Pet</mwg-rs:Type></rdf:li>
            </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
            <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
            <rdf:li MPReg:Rectangle="0.1, 0.1, 0.2, 0.2" MPReg:PersonDisplayName="Dora Lund"/>
            <rdf:li MPReg:PersonDisplayName="anna bell"/></rdf:Bag></MPRI:Regions></MP:RegionInfo>
            <dc:subject><rdf:Bag><rdf:li>lake</rdf:li></rdf:Bag></dc:subject>
            """)
        #expect(found.people == ["Anna Bell", "Ben Ford", "Cleo", "Dora Lund"])
        #expect(found.keywords == ["lake"])
        #expect(found.notes == nil)
        #expect(found.location == nil)
    }

    private static func region(_ name: String, _ type: String = "Face", area: String) -> String {
        """
        <rdf:li><rdf:Description mwg-rs:Name="\(name)" mwg-rs:Type="\(type)"
        xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"><mwg-rs:Area \(area)/></rdf:Description></rdf:li>
        """
    }

    private static func regions(_ items: String) -> String {
        "<mwg-rs:Regions rdf:parseType=\"Resource\"><mwg-rs:RegionList><rdf:Bag>\(items)</rdf:Bag></mwg-rs:RegionList>"
            + "</mwg-rs:Regions>"
    }

    private static let area = #"stArea:x="0.3" stArea:y="0.25" stArea:w="0.2" stArea:h="0.1" stArea:unit="normalized""#

    @Test func facesOfXMP() throws {
        let elements = """
            <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Cleo</mwg-rs:Name>
            <mwg-rs:Area rdf:parseType="Resource" xmlns:a="http://ns.adobe.com/xmp/sType/Area#"><a:x>.9</a:x><a:y>.5</a:y>
            <a:w>.4</a:w><a:h>.2</a:h></mwg-rs:Area></rdf:li>
            """
        let pixels = Self.area.replacing("normalized", with: "pixel")
        let nowhere = Self.area.replacing("0.3", with: "nan")
        let found = try xmp(
            Self.regions(
                Self.region("Ben Ford", area: Self.area) + elements + Self.region("Rex", "Pet", area: Self.area)
                    + Self.region("", area: Self.area) + Self.region("A", area: pixels)
                    + Self.region("B", area: nowhere) + Self.region("C", area: ""))
                    + """
                    <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
                    <rdf:li MPReg:Rectangle="0.5, 0.25, 0.25, 0.5" MPReg:PersonDisplayName="Dora Lund"/>
                    <rdf:li MPReg:Rectangle="0, 0, .1, .1" MPReg:PersonDisplayName="ben ford"/>
                    <rdf:li MPReg:Rectangle="0, 0, .1" MPReg:PersonDisplayName="E"/></rdf:Bag></MPRI:Regions></MP:RegionInfo>
                    """)
        let faces = try #require(found.faces)
        #expect(faces.map(\.name) == ["Ben Ford", "Cleo", "Dora Lund"])
        let boxes = faces.map { [$0.x, $0.y, $0.width, $0.height].map { ($0 * 1e6).rounded() / 1e6 } }
        #expect(boxes == [[0.2, 0.2, 0.2, 0.1], [0.7, 0.4, 0.3, 0.2], [0.5, 0.25, 0.25, 0.5]])
        #expect(try xmp("<dc:title>x</dc:title>").faces == nil)
    }

    @Test func facesAreInTheUprightPhoto() throws {
        let packet =
            Array("http://ns.adobe.com/xap/1.0/\0".utf8)
            + Array(
                Self.packet(
                    Self.regions(
                        Self.region("Ben", area: Self.area))
                ).utf8)
        func box(_ orientation: Int) throws -> [Double] {
            let exif = JPEGs.exif(TIFFs().file([(0x0112, .shorts([orientation]))]))
            let face = try #require(try jpeg(exif, JPEGs.segment(0xE1, packet)).faces?.first)
            return [face.x, face.y, face.width, face.height].map { ($0 * 1e6).rounded() / 1e6 }
        }
        let expected: [Int: [Double]] = [
            1: [0.2, 0.2, 0.2, 0.1], 2: [0.6, 0.2, 0.2, 0.1], 3: [0.6, 0.7, 0.2, 0.1], 4: [0.2, 0.7, 0.2, 0.1],
            5: [0.2, 0.2, 0.1, 0.2], 6: [0.7, 0.2, 0.1, 0.2], 7: [0.7, 0.6, 0.1, 0.2], 8: [0.2, 0.6, 0.1, 0.2],
        ]
        for (orientation, expected) in expected { #expect(try box(orientation) == expected, "\(orientation)") }
        let sidecar = Self.packet(
            "<tiff:Orientation>6</tiff:Orientation>" + Self.regions(Self.region("Ben", area: Self.area))
        )
        .replacing("rdf:about", with: "xmlns:tiff=\"http://ns.adobe.com/tiff/1.0/\" rdf:about")
        #expect(try #require(PhotoMetadata.xmp(Array(sidecar.utf8)).metadata.faces?.first).x == 0.7)
    }

    @Test func facesAreLimited() {
        let many = String(repeating: Self.region("Ben", area: Self.area), count: 300)
        let sidecar = Array(Self.packet(Self.regions(many)).utf8)
        #expect(PhotoMetadata.xmp(sidecar).metadata.faces?.count == 256)
    }

    @Test func textsOfPNG() throws {
        let png = try ImageEncoder.png(Pictures.quarters())
        let chunks: [(String, [UInt8])] = [
            ("tEXt", Array("Comment\0picnic".utf8)),
            ("zTXt", Array("Author\0\0".utf8) + PNGs.deflated(Array("Anna Bell".utf8))),
            ("iTXt", Array("Subject\0\u{1}\0\0\0".utf8) + PNGs.deflated(Array("湖".utf8))),
            ("tEXt", Array("Software\0gd".utf8)), ("tEXt", Array("date:create\02024-01-01T00:00:00".utf8)),
            ("tEXt", Array("Title\0Lake".utf8)), ("tEXt", Array("Creation Time\02019:05:21 10:45:52".utf8)),
            ("zTXt", Array("Broken\0\0".utf8) + [1, 2, 3]),
        ]
        let found = PhotoMetadata(of: PNGs.inserting(chunks.map { (type: $0.0, body: $0.1) }, into: png))
        #expect(found.notes == ["Anna Bell", "picnic", "湖"])
        #expect(found.title == "Lake")
        #expect(found.software == "gd")
        #expect(found.taken == 1_558_435_552)
    }

    @Test func textsOfGIF() {
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
        let head = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        func comment(_ text: String) -> [UInt8] { [0x21, 0xFE, UInt8(text.utf8.count)] + Array(text.utf8) + [0] }
        let packet = Array(Self.packet("<photoshop:City>Florence</photoshop:City>").utf8)
        let xmp =
            [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + [1] + (0...255).reversed().map { UInt8($0) } + [0]
        let file = head + comment("picnic") + frame + xmp + comment("at the lake") + [0x3B]
        let found = PhotoMetadata(of: file)
        #expect(found.notes == ["picnic", "at the lake"])
        #expect(found.location == "Florence")
        for count in 0..<file.count { #expect(PhotoMetadata(of: Array(file[..<count])).notes?.count ?? 0 <= 2) }
    }

    @Test func descriptionsAreNotSaidTwice() throws {
        let comment = Array("ASCII\0\0\0Two boats".utf8)
        let block = TIFFs().file([(0x010E, .text("Two boats")), (0x8769, .directory([(0x9286, .bytes(comment))]))])
        let found = try jpeg(JPEGs.exif(block), JPEGs.segment(0xFE, Array("two boats".utf8)))
        #expect(found.description == "Two boats")
        #expect(found.notes == nil)
    }
}
