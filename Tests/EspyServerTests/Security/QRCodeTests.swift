import EspyHTTP
import EspyServer
import Testing

struct QRCodeTests {
    private let code = QRCode("http://192.168.1.5:8017/pair#ABCD-EFGH")

    /// The three corners by which cameras detect a code.
    @Test func hasItsCorners() throws {
        let code = try #require(code)
        #expect((code.side - 17) % 4 == 0)
        for (left, top) in [(0, 0), (code.side - 7, 0), (0, code.side - 7)] {
            for row in 0..<7 {
                for column in 0..<7 {
                    let ring = max(abs(row - 3), abs(column - 3))
                    #expect(code.isDark(left + column, top + row) == (ring != 2))
                }
            }
        }
        #expect(!code.isDark(-1, 0))
        #expect(!code.isDark(0, code.side))
    }

    @Test func thePictureHasEveryModule() throws {
        let code = try #require(code)
        let svg = code.svg(title: "a <b> & c")
        #expect(svg.contains("<title>a &lt;b&gt; &amp; c</title>"))
        #expect(!svg.contains("style"))
        #expect(!svg.contains("script"))
        var painted: Set<[Int]> = []
        for run in svg.matches(of: /M(\d+) (\d+)h(\d+)v1h-\d+z/) {
            let (x, y, width) = (try #require(Int(run.1)), try #require(Int(run.2)), try #require(Int(run.3)))
            for column in x..<x + width { painted.insert([column - QRCode.quiet, y - QRCode.quiet]) }
        }
        for row in 0..<code.side {
            for column in 0..<code.side { #expect(painted.contains([column, row]) == code.isDark(column, row)) }
        }
        #expect(painted.count > code.side * code.side / 3)
    }

    @Test func theTextHasEveryModule() throws {
        let code = try #require(code)
        let lines = code.blocks(hasColor: false).split(separator: "\n").map(Array.init)
        let full = code.side + 2 * QRCode.quiet
        #expect(lines.count == (full + 1) / 2)
        for row in 0..<full {
            for column in 0..<full {
                let block = lines[row / 2][column]
                let isLight = row % 2 == 0 ? "█▀".contains(block) : "█▄".contains(block)
                #expect(isLight != code.isDark(column - QRCode.quiet, row - QRCode.quiet))
            }
        }
        let painted = code.blocks(hasColor: true)
        #expect(
            painted.split(separator: "\n").allSatisfy { $0.hasPrefix("\u{1B}[97;40m") && $0.hasSuffix("\u{1B}[0m") })
    }

    @Test func aTextThatFitsNoCodeIsNone() {
        #expect(QRCode(String(repeating: "x", count: 5000)) == nil)
        #expect(QRCode("") == nil)
    }
}
