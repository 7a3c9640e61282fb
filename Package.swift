// swift-tools-version: 6.2
import PackageDescription

/// One strict set of settings for every Swift target.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Rounding comes from the math library, which only a Swift import of the C library would link by itself.
let mathematics: [LinkerSetting] = [.linkedLibrary("m", .when(platforms: [.linux]))]

/// What takes the place of Foundation's data for all languages, where Scripts/trim-icu has made it.
let smallData: [LinkerSetting] = Context.environment["ESPY_ICU"].map { [.unsafeFlags([$0])] } ?? []

/// What opens libraries at run time.
let loader: [LinkerSetting] = [.linkedLibrary("dl", .when(platforms: [.linux]))]

/// All that `import Espy` shows. Who uses it names them, too: a target is built again when the interface of a module
/// changes that it names, and `Espy` itself stays the same then.
let library: [Target.Dependency] = [
    "Espy", "EspyBase", "EspyPixels", "EspySystem", "EspyStore", "EspyCodecs", "EspyInference", "EspyBarcode",
    "EspyText", "EspyCount", "EspyRack", "EspyShelf", "EspyGallery", "EspyHistory",
]

let package = Package(
    name: "espy",
    products: [
        .library(name: "DataMatrix", targets: ["DataMatrix"]),
        .library(name: "Espy", targets: ["Espy", "EspyTrials"]),
        .executable(name: "espy", targets: ["EspyTool"]),
    ],
    targets: [
        // C libraries: a module map and a shim header each, one Swift importer each.
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"])]),
        .systemLibrary(name: "CGIF", pkgConfig: "libgif", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
        .systemLibrary(name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),

        .systemLibrary(name: "CMath"),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CXLSXWriter", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev", "libgnutls28-dev"])]),
        .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
        .systemLibrary(name: "CMalloc"),
        // These are looked for when they are first needed: they bring tens of megabytes of others with them, and not
        // every installation reads photos of phones, or scripts that the networks do not know.
        .target(name: "CHEIF", linkerSettings: loader),
        .target(name: "CTesseract", linkerSettings: loader),
        // Loads the runtime when a model is first used, so nothing of it is needed to build.
        .target(name: "COpenVINO", linkerSettings: loader),

        // The library is C++, which few Swift tools can import: a function of C stands before it.
        .target(name: "CZXing", linkerSettings: [.linkedLibrary("ZXing"), .linkedLibrary("stdc++")]),

        // Ring 1: imports nothing of ours.
        .target(
            name: "DataMatrix", swiftSettings: strict,
            // Square roots and rounding at the baseline processor are calls into it; the module imports nothing.
            linkerSettings: mathematics),
        .target(name: "EspyBase", swiftSettings: strict, linkerSettings: mathematics),
        .target(
            name: "EspyPixels", dependencies: ["CMath"], swiftSettings: strict, linkerSettings: mathematics),
        .target(
            name: "EspyNetworks", dependencies: ["CMath"], swiftSettings: strict, linkerSettings: mathematics),
        .target(name: "EspySystem", dependencies: ["CMalloc", "CNettle", "CZlib"], swiftSettings: strict),
        .target(name: "EspyStore", dependencies: ["CSQLite"], swiftSettings: strict),
        .target(name: "EspyHTTP", dependencies: ["CMicroHTTPD", "CGnuTLS"], swiftSettings: strict),

        // Ring 2: one job each.
        .target(
            name: "EspyCodecs",
            dependencies: [
                "EspyPixels", "EspySystem", "CTurboJPEG", "CPNG", "CWebP", "CHEIF", "CTIFF", "CGIF", "CLCMS",
                "CFreeType", "CFontconfig",
            ],
            swiftSettings: strict),
        .target(
            name: "EspyInference", dependencies: ["EspyPixels", "EspySystem", "COpenVINO"], swiftSettings: strict),
        .target(name: "EspyCodes", dependencies: ["CZXing"], swiftSettings: strict),
        .target(name: "EspySheets", dependencies: ["EspyBase", "EspySystem", "CXLSXWriter"], swiftSettings: strict),
        .target(
            name: "EspyBarcode", dependencies: ["EspyBase", "EspyPixels", "CMath"], swiftSettings: strict,
            linkerSettings: mathematics),

        // Ring 3: on models.
        .target(
            name: "EspyText", dependencies: ["EspyPixels", "EspyInference", "CTesseract"], swiftSettings: strict),

        // Ring 4: the verbs. None imports another.
        .target(
            name: "EspyCount",
            dependencies: ["EspyBase", "EspyPixels", "EspySystem", "EspyCodecs", "EspyInference", "CMath"],
            swiftSettings: strict, linkerSettings: mathematics),
        .target(
            name: "EspyRack", dependencies: ["DataMatrix", "EspyBase", "EspyPixels", "CMath"], swiftSettings: strict,
            linkerSettings: mathematics),
        .target(
            name: "EspyShelf",
            dependencies: [
                "EspyBase", "EspyPixels", "EspySystem", "EspyStore", "EspyCodecs", "EspyInference", "EspyBarcode",
                "EspySheets", "EspyText", "CMath",
            ],
            swiftSettings: strict, linkerSettings: mathematics),
        .target(
            name: "EspyGallery",
            dependencies: [
                "EspyBase", "EspyPixels", "EspySystem", "EspyStore", "EspyCodecs", "EspyInference", "EspyCodes",
                "EspyBarcode", "EspyText",
            ],
            swiftSettings: strict, linkerSettings: mathematics),

        // Ring 5: all of them.
        .target(
            name: "EspyHistory",
            dependencies: [
                "EspyBase", "EspyPixels", "EspyStore", "EspyCodecs", "EspyBarcode", "EspyCount", "EspyRack",
                "EspyShelf",
            ],
            swiftSettings: strict),
        .target(
            name: "EspyTrials",
            dependencies: ["EspyBase", "EspyPixels", "EspySystem", "EspyShelf"], swiftSettings: strict,
            linkerSettings: mathematics),
        .target(
            name: "Espy",
            dependencies: [
                "EspyBase", "EspyPixels", "EspySystem", "EspyStore", "EspyCodecs", "EspyInference", "EspyBarcode",
                "EspyText", "EspyCount", "EspyRack", "EspyShelf", "EspyGallery", "EspyHistory",
            ],
            swiftSettings: strict),

        // Ring 6: a task for each verb, and what all of them are kept in.
        .target(
            name: "EspyApp", dependencies: library + ["EspyCodes", "EspySheets", "EspyTrials"], swiftSettings: strict),

        // Faces.
        .target(
            name: "EspyServer",
            dependencies: library + ["EspyApp", "EspyCodes", "EspySheets", "EspyHTTP", "CQREncode"],
            swiftSettings: strict),
        .executableTarget(
            name: "EspyTool",
            dependencies: library + ["EspyApp", "EspyCodes", "EspySheets", "EspyTrials", "EspyHTTP", "EspyServer"],
            swiftSettings: strict, linkerSettings: smallData),

        // Drawn sample pictures with truth, for the tests, the README and the benchmarks.
        .target(
            name: "EspySamples", dependencies: ["DataMatrix", "EspyPixels", "EspyCodecs"],
            path: "Tests/Support/EspySamples", swiftSettings: strict),
        .executableTarget(
            name: "RenderSamples", dependencies: ["EspySamples"], path: "Benchmarks/RenderSamples",
            swiftSettings: strict),
        .executableTarget(
            name: "EspyBench", dependencies: library + ["EspySamples", "EspyTrials"], path: "Benchmarks/EspyBench",
            swiftSettings: strict),
        .executableTarget(
            name: "HistoryBench", dependencies: library, path: "Benchmarks/HistoryBench", swiftSettings: strict),
        .executableTarget(
            name: "GalleryBench", dependencies: library + ["EspySamples"], path: "Benchmarks/GalleryBench",
            swiftSettings: strict),
        .executableTarget(
            name: "SearchBench", dependencies: library, path: "Benchmarks/SearchBench", swiftSettings: strict),

        // What several test targets need: photos that lie outside the repository, fakes, other processes.
        .target(
            name: "EspyTestSupport", dependencies: library, path: "Tests/EspyTestSupport", swiftSettings: strict),

        .testTarget(name: "DataMatrixTests", dependencies: ["DataMatrix"], swiftSettings: strict),
        .testTarget(name: "EspyBaseTests", dependencies: ["EspyBase"], swiftSettings: strict),
        .testTarget(name: "EspyPixelsTests", dependencies: ["EspyPixels", "EspyTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "EspySystemTests", dependencies: ["EspySystem", "EspyCodecs", "EspyTestSupport"],
            swiftSettings: strict),
        // Its fixtures write HEIF files, which the program never does.
        .testTarget(
            name: "EspyCodecsTests", dependencies: ["EspyCodecs", "EspyTestSupport", "CHEIF"], swiftSettings: strict,
            linkerSettings: [.linkedLibrary("heif")]),
        .testTarget(
            name: "EspyInferenceTests", dependencies: ["EspyInference", "EspySystem", "EspySamples"],
            swiftSettings: strict),
        .testTarget(
            name: "EspyNetworksTests",
            dependencies: ["EspyNetworks", "EspyPixels", "EspyCodecs", "EspyInference", "EspySamples"],
            swiftSettings: strict),
        .testTarget(
            name: "EspyTextTests", dependencies: ["EspyText", "EspyCodecs", "EspyInference"], swiftSettings: strict),
        .testTarget(
            name: "EspyCodesTests", dependencies: ["EspyCodes", "EspyCodecs", "EspySamples"], swiftSettings: strict),
        .testTarget(name: "EspySheetsTests", dependencies: ["EspySheets"], swiftSettings: strict),
        .testTarget(name: "EspyStoreTests", dependencies: ["EspyStore", "EspyTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "EspyBarcodeTests", dependencies: ["EspyBarcode", "EspySamples", "EspyTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "EspyCountTests", dependencies: ["EspyCount", "EspySamples", "EspyTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "EspyRackTests", dependencies: ["EspyRack", "EspySheets", "EspySamples", "EspyTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "EspyShelfTests", dependencies: ["EspyShelf", "EspySamples", "EspyTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "EspyTrialsTests", dependencies: ["EspyTrials", "EspyTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "EspyGalleryTests",
            dependencies: ["EspyGallery", "EspySamples", "EspyTestSupport", "GalleryBench", "SearchBench"],
            swiftSettings: strict),
        .testTarget(
            name: "EspyHistoryTests", dependencies: ["EspyHistory", "EspyTestSupport", "HistoryBench"],
            swiftSettings: strict),
        .testTarget(name: "EspyTests", dependencies: library + ["EspyTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "EspyToolTests",
            dependencies: library + [
                "EspyApp", "EspyTool", "EspyServer", "EspySheets", "EspySamples", "EspyTestSupport", "EspyTrials",
            ],
            swiftSettings: strict),
        // Clients that send whatever bytes they like, for the tests of both.
        .target(
            name: "EspyHTTPTesting", dependencies: ["EspyHTTP"], path: "Tests/EspyHTTPTesting", swiftSettings: strict),
        .testTarget(name: "EspyHTTPTests", dependencies: ["EspyHTTP", "EspyHTTPTesting"], swiftSettings: strict),
        .testTarget(
            name: "EspyServerTests",
            dependencies: library + [
                "EspyApp", "EspyServer", "EspyHTTP", "EspyHTTPTesting", "EspySamples", "EspySheets", "EspyTestSupport",
                "EspyTrials",
            ],
            swiftSettings: strict),
        .testTarget(name: "EspySamplesTests", dependencies: ["EspySamples"], swiftSettings: strict),
    ],
    cxxLanguageStandard: .cxx17
)
