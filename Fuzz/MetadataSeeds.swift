// Fixtures: Tests/EspyCodecsTests/Fixtures Tests/EspyTestSupport/Pictures
// Libraries: heif
import EspyCodecs
import EspyPixels
import Foundation

/// Writes metadata blocks, and small files that contain them, to the folder named by the argument.
@main struct MetadataSeeds {
    static func main() throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments[1])
        for (name, bytes) in try blocks() + files() {
            try Data(bytes).write(to: folder.appendingPathComponent(name))
        }
    }

    static let exif = TIFFs().file([
        (0x010F, .text("Maker")), (0x0110, .text("Model")), (0x4746, .shorts([4])), (0x9C9E, .bytes([65, 0, 59, 0])),
        (0x8769, .directory([(0x9003, .text("2019:05:21 10:45:52")), (0x9286, .bytes(Array("ASCII\0\0\0x".utf8)))])),
        (
            0x8825,
            .directory([
                (1, .text("S")), (2, .rationals([(33, 1), (30, 1), (36, 1)])), (3, .text("E")),
                (4, .rationals([(18, 1), (24, 1), (0, 1)])),
            ])
        ),
    ])

    static let xmp = Array(
        """
        <?xpacket?><x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmp:Rating="3" exif:GPSLatitude="51,30.5N" \
        exif:GPSLongitude="0,7,30W"><dc:subject><rdf:Bag><rdf:li>Dog &amp; &#67;at</rdf:li></rdf:Bag></dc:subject>
        <!-- x --><dc:title><![CDATA[a]]></dc:title><r:Regions xmlns:r="http://www.metadataworkinggroup.com/schemas/regions/"
        xmlns:s="http://ns.adobe.com/xmp/sType/Area#"><r:RegionList><rdf:li><rdf:Description r:Name="B" r:Type="Face">
        <r:Area s:x=".3" s:y=".2" s:w=".2" s:h=".1"/></rdf:Description></rdf:li></r:RegionList></r:Regions>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """.utf8)

    static let iptc: [UInt8] =
        Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 25] + [0x1C, 2, 5, 0, 1, 65] + [0x1C, 2, 25, 0, 1, 66]
        + [0x1C, 2, 55, 0, 8] + Array("20190521".utf8)

    static func blocks() -> [(String, [UInt8])] {
        [("exif", exif), ("little", TIFFs(isLittle: true).file([(0x010F, .text("A"))])), ("xmp", xmp), ("iptc", iptc)]
    }

    static func files() throws -> [(String, [UInt8])] {
        let picture = Pictures.quarters(width: 16, height: 16)
        let png = PNGs.inserting(
            [("eXIf", exif), ("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp)],
            into: try ImageEncoder.png(picture))
        let webP = WebPs.extended(
            WebPs.lossy(picture), width: 16, height: 16, profile: Profiles.wide(), exif: exif)
        let tiff = TIFFs().picture(width: 2, height: 2, extra: [(700, .bytes(xmp))]) { _, _ in [1, 2, 3] }
        let heif = HEIFs(exif: exif).file(picture).map { [("a.heic", $0)] } ?? []
        return [("a.png", png), ("a.webp", webP), ("a.tiff", tiff)] + heif
    }
}
