import EspyCodecs
import Testing

/// Files with parts that refer to each other must be refused before libheif follows them.
struct HEIFReferenceTests {
    /// A box: length, name, body.
    private func box(_ name: String, _ body: [UInt8], isWide: Bool = false) -> [UInt8] {
        let size = body.count + (isWide ? 16 : 8)
        let short: [UInt8] = [0, 0, UInt8(size >> 8), UInt8(size & 255)]
        return isWide ? [0, 0, 0, 1] + name.utf8 + [0, 0, 0, 0] + short + body : short + name.utf8 + body
    }

    private func reference(_ kind: String, _ from: UInt8, _ to: [UInt8]) -> [UInt8] {
        box(kind, [0, from, 0, UInt8(to.count)] + to.flatMap { [0, $0] })
    }

    private func file(_ references: [[UInt8]], isWide: Bool = false) -> [UInt8] {
        let brand = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
        let handler = box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
        let primary = box("pitm", [0, 0, 0, 0, 0, 2])
        let iref = box("iref", [0, 0, 0, 0] + references.flatMap(\.self))
        return brand + box("meta", [0, 0, 0, 0] + handler + primary + iref, isWide: isWide)
    }

    private func reason(_ bytes: [UInt8]) -> String? {
        do {
            _ = try ImageDecoder().decode(bytes)
            return nil
        } catch ImageError.corrupt(_, let reason) {
            return reason
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [false, true])
    func `a grid that is its own tile is refused`(isWide: Bool) {
        #expect(reason(file([reference("dimg", 2, [2])], isWide: isWide)) == "parts refer to each other")
    }

    @Test func `a circle over several items is refused`() {
        let circle = [reference("dimg", 2, [3]), reference("dimg", 3, [4]), reference("auxl", 2, [4])]
        #expect(reason(file(circle)) == "parts refer to each other")
    }

    @Test func `grids of grids that multiply are refused`() {
        let wide = [UInt8](repeating: 3, count: 200)
        let levels = (2...4).map { level in reference("dimg", UInt8(level), wide.map { _ in UInt8(level + 1) }) }
        #expect(reason(file(levels)) == "parts refer to each other")
    }

    @Test func `plain grids with alpha pass the check`() {
        let sound = [
            reference("dimg", 2, [3, 4, 5, 6]), reference("auxl", 7, [2]), reference("dimg", 7, [8, 9]),
            reference("thmb", 2, [2]),
        ]
        #expect(reason(file(sound)) != "parts refer to each other")
    }
}
