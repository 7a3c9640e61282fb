import EspyInference
import Testing

struct PlacesTests {
    @Test func installedProgramLooksBesideItself() {
        let places = InferencePlaces(
            variables: [:], executable: "/usr/bin/espy", data: "/home/a/.local/share/espy/models")
        #expect(places.runtime == ["/usr/bin/openvino", "/usr/lib/espy/openvino"])
        #expect(places.models == ["/home/a/.local/share/espy/models", "/usr/share/espy/models"])
    }

    @Test func builtProgramFindsItsCheckout() {
        let places = InferencePlaces(variables: [:], executable: "/src/espy/.build/x86_64/release/espy")
        #expect(places.runtime.last == "/src/espy/.build/openvino")
        #expect(places.models.last == "/src/espy/models")
    }

    // Parent folders are not searched, because others may write to them.
    @Test func foldersAboveAreNotTrusted() {
        let places = InferencePlaces(variables: [:], executable: "/tmp/a/b/c/espy")
        #expect(places.runtime == ["/tmp/a/b/c/openvino", "/tmp/a/b/lib/espy/openvino"])
    }

    @Test func variablesGoBeforeAll() {
        let variables = ["ESPY_OPENVINO": "/opt/ov", "ESPY_MODELS": "/opt/models"]
        let places = InferencePlaces(variables: variables, executable: "/a/.build/espy", data: "/data")
        #expect(places.runtime == ["/opt/ov"])
        #expect(places.models == ["/data", "/opt/models"])
        let empty = InferencePlaces(variables: ["ESPY_OPENVINO": ""], executable: nil)
        #expect(empty.runtime.isEmpty)
        #expect(empty.models.isEmpty)
    }

    @Test func ownProgramIsKnown() throws {
        let path = try #require(InferencePlaces.executable)
        #expect(path.hasPrefix("/"))
        #expect(path.contains("/.build/"))
        #expect(!path.hasPrefix("/proc"))
    }

    @Test(arguments: [
        ("processor : 0\nflags\t\t: fpu avx2 avx512_bf16 avx512_vnni\n", true, true),
        ("flags : fpu avx2\nflags : amx_bf16\n", false, false), ("flags: avx_vnni\n", false, true),
        ("Features\t: fp asimd bf16 i8mm\n", true, true), ("", false, false), ("flags", false, false),
    ])
    func featuresAreReadFromTheListing(listing: String, hasBF16: Bool, hasInt8: Bool) {
        let features = ProcessorFeatures(listing: listing)
        #expect(features.hasBF16 == hasBF16)
        #expect(features.hasInt8 == hasInt8)
    }
}
