import EspyImage
import Testing

@Test func smoke() throws {
    let heif = try #require(HEIFs(container: .rotate90).file(Pictures.quarters()))
    let info = try ImageDecoder().info(of: heif)
    #expect(info.width == 32 && info.height == 48)
}
