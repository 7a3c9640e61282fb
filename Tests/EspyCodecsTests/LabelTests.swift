import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

/// Whether text can be rendered on this machine; the setup script installs the fonts.
private let hasFonts = TextRenderer().hasFonts

@Suite(.enabled(if: hasFonts, "no fonts are installed"))
struct LabelTests {
    let fonts = TextRenderer()
    let style = LabelStyle(size: 20, color: .white, background: nil, padding: 4)

    private func blank(_ width: Int = 300, _ height: Int = 120) -> Canvas {
        Canvas(RGBImage(width: width, height: height, red: 0, green: 0, blue: 0))
    }

    private func ink(_ image: RGBImage) -> Int {
        stride(from: 0, to: image.pixels.count, by: 3).count { image.pixels[$0] > 127 }
    }

    @Test func textLeavesInkInsideItsBox() throws {
        var canvas = blank()
        let boxDrawn = canvas.label("12: ABC", at: Point(x: 30, y: 40), style, using: fonts)
        let box = try #require(boxDrawn)
        #expect(box.x == 30)
        #expect(box.y == 40)
        #expect(box.height > 20)
        #expect(box.width > 60)
        let inside = ink(canvas.image.cropped(to: box.expanded(by: -4)))
        #expect(inside > 100)
        #expect(inside == ink(canvas.image))
    }

    @Test func largerTextIsLarger() throws {
        var canvas = blank()
        let smallDrawn = canvas.label("vial", at: Point(x: 0, y: 0), style, using: fonts)
        let small = try #require(smallDrawn)
        var large = style
        large.size = 40
        let bigDrawn = canvas.label("vial", at: Point(x: 0, y: 0), large, using: fonts)
        let big = try #require(bigDrawn)
        #expect((big.width - 8).isNear((small.width - 8) * 2, within: 6))
    }

    @Test(arguments: LabelAnchor.allCases)
    func anchorsHoldTheirPoint(_ anchor: LabelAnchor) throws {
        var canvas = blank()
        let place = Point(x: 150, y: 60)
        let boxDrawn = canvas.label("x", at: place, anchor: anchor, style, using: fonts)
        let box = try #require(boxDrawn)
        let name = anchor.rawValue.lowercased()
        let x = name.contains("left") ? box.x : name.contains("right") ? box.maxX : box.center.x
        let y = name.contains("top") ? box.y : name.contains("bottom") ? box.maxY : box.center.y
        #expect(x.isNear(150, within: 1))
        #expect(y.isNear(60, within: 1))
    }

    @Test(arguments: [(-500.0, -500.0), (10_000, 10_000), (299, 60), (150, -3)])
    func labelsAreMovedInside(_ x: Double, _ y: Double) throws {
        var canvas = blank()
        let boxDrawn = canvas.label("inside", at: Point(x: x, y: y), style, using: fonts)
        let box = try #require(boxDrawn)
        #expect(box.x >= 0)
        #expect(box.y >= 0)
        #expect(box.maxX <= 300)
        #expect(box.maxY <= 120)
        #expect(ink(canvas.image) > 50)
    }

    @Test func longTextEndsInAnEllipsis() throws {
        var canvas = blank()
        let long = String(repeating: "0123456789", count: 50)
        let boxDrawn = canvas.label(long, at: Point(x: 0, y: 0), style, using: fonts)
        let box = try #require(boxDrawn)
        #expect(box.maxX <= 300)
        #expect(box.width > 250)
        var cut = blank()
        cut.label(String(long.prefix(12)), at: Point(x: 0, y: 0), style, using: fonts)
        #expect(
            canvas.image.cropped(to: Rect(x: 0, y: 0, width: 100, height: 40))
                == cut.image.cropped(to: Rect(x: 0, y: 0, width: 100, height: 40)))
        // The last letters are the low dots: there is nothing in the upper half of the line.
        let end = Rect(x: box.maxX - 12, y: box.y, width: 12, height: box.height / 2)
        #expect(ink(canvas.image.cropped(to: end)) == 0)
    }

    @Test func backgroundIsBlended() throws {
        var canvas = blank()
        var style = style
        style.background = Color.white.opacity(0.5)
        style.color = .black
        let boxDrawn = canvas.label("a", at: Point(x: 10, y: 10), style, using: fonts)
        let box = try #require(boxDrawn)
        #expect(canvas.image.color(Int(box.x), Int(box.y)) == [128, 128, 128])
        #expect(canvas.image.color(Int(box.maxX), Int(box.y)) == [0, 0, 0])
    }

    /// Letters, other scripts, controls, spaces without ink, unassigned and private characters.
    @Test(arguments: [
        "é", "Ω", "漢", "한", "ع", "😀", "\u{0}", "\u{1D}", "\u{7F}", "\u{9B}", "\u{A0}", "\u{200B}", "\u{202E}",
        "\u{FEFF}", "\u{E000}", "\u{10FFFF}", "\u{378}", "\n", "\u{301}", "\u{1F9EC}",
    ])
    func everyScalarLeavesInk(_ text: String) throws {
        var canvas = blank()
        let drawn1 = canvas.label(text, at: Point(x: 100, y: 40), style, using: fonts)
        #expect(drawn1 != nil)
        #expect(ink(canvas.image) >= 3)
    }

    @Test func spacesAreBlankButTakeRoom() throws {
        var canvas = blank()
        let boxDrawn = canvas.label("   ", at: Point(x: 0, y: 0), style, using: fonts)
        let box = try #require(boxDrawn)
        #expect(ink(canvas.image) == 0)
        #expect(box.width > 15)
    }

    @Test func picturesTooLowForALineStayAsTheyAre() {
        var canvas = blank(300, 10)
        let drawn2 = canvas.label("text", at: Point(x: 0, y: 0), style, using: fonts)
        #expect(drawn2 == nil)
        #expect(ink(canvas.image) == 0)
        var narrow = blank(3, 100)
        narrow.label("text", at: Point(x: 0, y: 0), style, using: fonts)
        var dot = blank(1, 1)
        let drawn3 = dot.label("text", at: Point(x: 0, y: 0), style, using: fonts)
        #expect(drawn3 == nil)
    }

    @Test func oddSizesAndPlaces() {
        var canvas = blank()
        for size in [Double.nan, .infinity, -5, 0, 1e9] {
            canvas.label(
                "x", at: Point(x: 0, y: 0), LabelStyle(size: size, color: .white, background: nil), using: fonts)
        }
        let drawn4 = canvas.label("x", at: Point(x: .nan, y: 0), style, using: fonts)
        #expect(drawn4 == nil)
        let drawn5 = canvas.label("", at: Point(x: 0, y: 0), style, using: fonts)
        #expect(drawn5 == nil)
    }
}

@Test func withoutFontsLabelsAreSkipped() {
    let none = TextRenderer(withoutFonts: ())
    #expect(!none.hasFonts)
    let picture = Pictures.gradient()
    var canvas = Canvas(picture)
    let style = LabelStyle(size: 12, color: .black, background: .white)
    let drawn6 = canvas.label("text", at: Point(x: 0, y: 0), style, using: none)
    #expect(drawn6 == nil)
    #expect(canvas.image == picture)
}
