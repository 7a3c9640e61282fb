import DataMatrix
import Espy
import EspyTestSupport
import EspyTool
import Foundation
import Testing

/// `espy rack` on single symbols of other writers, and on those that contain more than a value.
struct RackSymbolTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Reads a rendered symbol with these data codewords.
    private func read(_ name: String, _ codewords: [UInt8], flags: [String] = ["--json"]) async throws -> Ending {
        let size = try #require(SymbolSize.all.first { $0.description == name })
        let matrix = Symbol(size: size, dataCodewords: codewords).matrix
        let (module, quiet) = (8, 4)
        let (width, height) = ((size.columns + 2 * quiet) * module, (size.rows + 2 * quiet) * module)
        var gray = GrayImage(width: width, height: height, pixels: [UInt8](repeating: 255, count: width * height))
        for y in 0..<size.rows * module {
            for x in 0..<size.columns * module where matrix[y / module, x / module] {
                gray.pixels[(y + quiet * module) * width + x + quiet * module] = 0
            }
        }
        let path = try scratch.write("symbol.png", try ImageEncoder.png(gray))
        return try await espy(["rack", path, "--grid", "1x1"] + flags)
    }

    private func vial(_ ending: Ending) throws -> [String: Any] {
        let rack = try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [String: Any]
        return try #require((rack?["vials"] as? [[String: Any]])?.first)
    }

    @Test(arguments: [
        // All pads are unmasked pad codewords; all pads but the first are zeros.
        ("16x16", [0x55, 0x56, 0x43, 0x46, 0x82, 0x38] + [UInt8](repeating: 129, count: 6), "TUBE007"),
        ("14x14", [0x55, 0x56, 0x43, 0x46, 129, 0, 0, 0], "TUBE"),
        // A shift left open before an unlatch, at the end, and one unlatch too many.
        ("12x12", [0xE6, 0x59, 0xB2, 0xFE, 0x42], "AAA"), ("10x10", [0xE6, 0x59, 0xB3], "AA"),
        ("14x14", [0xE6, 0x59, 0xBF, 0xFE, 0xFE, 0x42, 129, 129], "AAAA"),
    ])
    func symbolsOfOtherWritersAreRead(size: String, codewords: [UInt8], value: String) async throws {
        let ending = try await read(size, codewords)
        #expect(!ending.err.contains("no code was found"))
        #expect(try vial(ending)["value"] as? String == value)
    }

    @Test(arguments: [("µL Käse-01", 26), ("Größe 7", 3), ("Пробирка", 22), ("管 7", 25)])
    func textComesWithItsCharacterSet(text: String, eci: Int) async throws {
        let bytes: [UInt8] =
            switch eci {
            case 26: Array(text.utf8)
            case 3: text.unicodeScalars.map { UInt8($0.value) }
            case 25: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            default: text.unicodeScalars.map { UInt8($0.value - 0x410 + 0xC0) }
            }
        let message = Message(bytes: bytes, interpretations: [Interpretation(offset: 0, eci: eci)])
        let symbol = try SymbolEncoder().encode(message)
        let vial = try vial(try await read(symbol.size.description, Array(symbol.dataCodewords)))
        #expect(vial["value"] as? String == text)
        #expect(vial["eci"] as? Int == eci)
        #expect(vial["isHex"] as? Bool == false)
    }

    @Test func whatIsNoTextForSureIsHex() async throws {
        for (eci, bytes) in [(nil, [0xE4, 0x41]), (899, [0xFF, 0x41]), (20, [0x93, 0xFA])] as [(Int?, [UInt8])] {
            let changes = eci.map { [Interpretation(offset: 0, eci: $0)] } ?? []
            let symbol = try SymbolEncoder().encode(Message(bytes: bytes, interpretations: changes))
            let vial = try vial(try await read(symbol.size.description, Array(symbol.dataCodewords)))
            #expect(vial["value"] as? String == bytes.map { String($0, radix: 16) }.joined())
            #expect(vial["isHex"] as? Bool == true)
            #expect(vial["eci"] as? Int == eci)
        }
    }

    @Test(arguments: [1, 2, 3])
    func aPartIsTold(position: Int) async throws {
        let part = StructuredAppend(position: position, count: 3, fileIdentifier: [5, 6])
        let symbol = try SymbolEncoder().encode(Message(bytes: Array("PART".utf8), structuredAppend: part))
        let ending = try await read(symbol.size.description, Array(symbol.dataCodewords))
        #expect(ending.exit == 1)
        let told = try #require(try vial(ending)["structuredAppend"] as? [String: Any])
        #expect(told["position"] as? Int == position)
        #expect(told["count"] as? Int == 3)
        #expect(told["fileIdentifier"] as? [Int] == [5, 6])
        let words = try await read(symbol.size.description, Array(symbol.dataCodewords), flags: [])
        #expect(words.exit == 1)
        #expect(words.err.contains("“PART” is only part \(position) of 3 of a value split over several codes"))
    }

    @Test func anOrderToAReaderIsTold() async throws {
        let symbol = try SymbolEncoder().encode(Message(bytes: Array("SETUP".utf8), kind: .readerProgramming))
        let ending = try await read(symbol.size.description, Array(symbol.dataCodewords), flags: [])
        #expect(ending.exit == 1)
        #expect(ending.err.contains("is a command for a code reader, not a value"))
        let json = try await read(symbol.size.description, Array(symbol.dataCodewords))
        #expect(try vial(json)["readerProgramming"] as? Bool == true)
    }

    @Test(
        .enabled(if: PhotoSets.has("reports/dm-eci-utf8.png"), "there are no reports in ../shared"),
        arguments: [
            ("dm-open-shift", "ABc7"), ("dm-plain-padding", "TUBE07"), ("dm-eci-utf8", "Käse-01 µL"),
            ("dm-part-1-of-3", "PART-A"),
        ])
    func reportedSymbolsAreRead(name: String, value: String) async throws {
        let path = PhotoSets.folder.appendingPathComponent("reports/\(name).png").path
        let vial = try vial(try await espy("rack", path, "--grid", "1x1", "--json"))
        #expect(vial["value"] as? String == value)
        #expect((vial["structuredAppend"] != nil) == name.contains("part"))
    }
}
