import EspyTool
import Foundation
import Testing

struct DoctorTests {
    @Test func listsEveryCheck() async throws {
        let ending = try await espy("doctor")
        #expect(ending.err.isEmpty)
        for name in ["version", "jpeg", "heic", "avif", "font", "config folder", "data folder", "processors", "memory"]
        {
            #expect(ending.out.contains("  \(name) "), "\(name)")
        }
        #expect(ending.exit == (ending.out.contains("MISS") ? 1 : 0))
    }

    @Test func libraryVersionsAreReal() async throws {
        let out = try await espy("doctor").out
        #expect(out.contains(/libwebp \d+\.\d+\.\d+/))
        #expect(out.contains(/libpng 1\.\d+\.\d+/))
        #expect(out.contains(/libheif \d+\.\d+\.\d+/))
    }

    @Test func jsonHasTheSameChecks() async throws {
        let ending = try await espy("doctor", "--json")
        let list = try #require(try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [[String: Any]])
        let names = list.compactMap { $0["name"] as? String }
        #expect(names.contains("settings"))
        #expect(names.count == list.count)
        #expect(list.allSatisfy { ($0["isFine"] as? Bool) == ($0["remedy"] == nil) })
    }

    /// The display name of each C library in Package.swift.
    private static let libraries = [
        "CTurboJPEG": "libjpeg-turbo", "CPNG": "libpng", "CWebP": "libwebp", "CHEIF": "libheif", "CTIFF": "libtiff",
        "CGIF": "giflib", "CLCMS": "lcms2", "CZlib": "zlib", "CFreeType": "FreeType", "CFontconfig": "fontconfig",
        "CNettle": "Nettle", "CSQLite": "SQLite", "CQREncode": "libqrencode", "CXLSXWriter": "libxlsxwriter",
        "CMicroHTTPD": "libmicrohttpd", "CGnuTLS": "GnuTLS", "CTesseract": "Tesseract", "CZXing": "ZXing",
    ]

    @Test func versionsNameEveryLibraryThatIsLinked() async throws {
        let out = try await espy("doctor", "--versions").out
        let package = try Repository.text("Package.swift")
        for match in package.matches(of: /systemLibrary\(\s*name: "(\w+)"/) {
            // These two are parts of the C standard library.
            if ["CMalloc", "CMath"].contains(match.1) { continue }
            let name = try #require(Self.libraries[String(match.1)], "\(match.1)")
            #expect(try out.contains(Regex("(?m)^\(name) +library +\\d+\\.\\d+")), "\(name)")
        }
        for name in ["libheif", "Tesseract", "Leptonica", "ZXing"] {
            #expect(try out.contains(Regex("(?m)^\(name) +library +\\d+\\.\\d+")), "\(name)")
        }
        #expect(out.contains(/(?m)^OpenVINO +library +(\d|not there)/))
        #expect(out.contains("espy "))
        #expect(out.contains(/(?m)^Swift +language +6\./))
    }

    @Test func versionsTellEachModelByItsChecksum() async throws {
        let scratch = try Scratch()
        try scratch.write("m.onnx", "abc")
        let entry = """
            {"id": "m", "task": "embedder", "file": "m.onnx", "license": "MIT", "description": "",
            "sha256": "\(String(repeating: "0", count: 64))", "input": {"layout": "NCHW", "width": 8, "height": 8,
            "colors": "RGB", "resize": "stretch", "scale": 1, "mean": [0, 0, 0], "std": [1, 1, 1]},
            "output": {"kind": "embedding", "columns": 4}}
            """
        try scratch.write("manifest.json", "{\"schema\": 1, \"models\": [\(entry)]}")
        let variables = ["HOME": scratch.path, "ESPY_MODELS": scratch.path]
        let out = try await espy(["doctor", "--versions"], variables: variables).out
        #expect(out.contains(/m +model +ba7816bf8f01  differs from its manifest\n/), "\(out)")
        let json = try await espy(["doctor", "--versions", "--json"], variables: variables).out
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        let model = try #require(rows.first { $0["kind"] as? String == "model" })
        #expect(model["isAsDescribed"] as? Bool == false)
        #expect((model["sha256"] as? String)?.count == 64)
        #expect(rows.count == out.split(separator: "\n").count)
    }

    @Test func brokenSettingsAreFound() async throws {
        let scratch = try Scratch()
        try scratch.write("espy/config.json", "{")
        let ending = try await espy(["doctor"], variables: ["XDG_CONFIG_HOME": scratch.path])
        #expect(ending.exit == 1)
        #expect(ending.out.contains("MISS  settings"))
        #expect(ending.out.contains("correct the file"))
    }

    @Test func folderThatCannotBeMadeIsFound() async throws {
        let scratch = try Scratch()
        let file = try scratch.write("file", "")
        let ending = try await espy(["doctor"], variables: ["XDG_DATA_HOME": file])
        #expect(ending.exit == 1)
        #expect(ending.out.contains("\(file)/espy cannot be written to"))
    }
}
