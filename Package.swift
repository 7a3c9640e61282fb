// swift-tools-version: 6.2
import PackageDescription

/// One strict set of settings for every Swift target.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "espy",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(name: "DataMatrix", targets: ["DataMatrix"]),
        .library(name: "Espy", targets: ["Espy"]),
        .executable(name: "espy", targets: ["EspyTool"]),
    ],
    targets: [
        // C libraries: a module map and a shim header each, one Swift importer each.
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
        .systemLibrary(name: "CTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"])]),
        .systemLibrary(name: "CGIF", pkgConfig: "libgif", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(name: "CLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
        .systemLibrary(name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),

        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev", "libgnutls28-dev"])]),
        .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
        .systemLibrary(name: "CMalloc"),
        // Its package description would link two more libraries that nothing here uses.
        .systemLibrary(name: "CTesseract", providers: [.apt(["libtesseract-dev", "tesseract-ocr-eng"])]),
        // Loads the runtime when a model is first used, so nothing of it is needed to build.
        .target(name: "COpenVINO", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

        // The library is C++, which few Swift tools can import: a function of C stands before it.
        .target(name: "CZXing", linkerSettings: [.linkedLibrary("ZXing"), .linkedLibrary("stdc++")]),

        // Leaves.
        .target(
            name: "DataMatrix", swiftSettings: strict,
            // Square roots and rounding at the baseline processor are calls into it; the module imports nothing.
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .target(
            name: "EspyImage",
            dependencies: [
                "CTurboJPEG", "CPNG", "CWebP", "CHEIF", "CTIFF", "CGIF", "CLCMS", "CZlib", "CFreeType", "CFontconfig",
            ],
            swiftSettings: strict),
        .target(name: "EspyInference", dependencies: ["COpenVINO", "CNettle"], swiftSettings: strict),
        .target(name: "EspyStore", dependencies: ["CSQLite"], swiftSettings: strict),
        .target(name: "EspyText", dependencies: ["CTesseract", "EspyImage", "EspyInference"], swiftSettings: strict),
        .target(name: "EspyCodes", dependencies: ["CZXing"], swiftSettings: strict),

        // Trunk.
        // Rounding comes from the math library, which only a Swift import of the C library would link by itself.
        .target(
            name: "Espy",
            dependencies: ["DataMatrix", "EspyCodes", "EspyImage", "EspyInference", "EspyStore", "EspyText"],
            swiftSettings: strict,
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),

        // Faces.
        .target(
            name: "EspyServer", dependencies: ["Espy", "CMicroHTTPD", "CGnuTLS", "CQREncode"], swiftSettings: strict),
        .executableTarget(name: "EspyTool", dependencies: ["Espy", "EspyServer", "CMalloc"], swiftSettings: strict),

        // Drawn sample pictures with truth, for the tests, the README and the benchmarks.
        .target(name: "EspySamples", dependencies: ["DataMatrix", "EspyImage"], swiftSettings: strict),
        .executableTarget(name: "RenderSamples", dependencies: ["EspySamples"], swiftSettings: strict),
        .executableTarget(
            name: "EspyBench", dependencies: ["Espy", "EspySamples"], path: "Benchmarks/EspyBench",
            swiftSettings: strict),
        .executableTarget(
            name: "HistoryBench", dependencies: ["Espy", "EspyStore"], path: "Benchmarks/HistoryBench",
            swiftSettings: strict),

        .executableTarget(
            name: "GalleryBench", dependencies: ["Espy", "EspySamples"], path: "Benchmarks/GalleryBench",
            swiftSettings: strict),
        .executableTarget(
            name: "SearchBench", dependencies: ["Espy", "EspyImage", "EspyStore"], path: "Benchmarks/SearchBench",
            swiftSettings: strict),

        .testTarget(name: "DataMatrixTests", dependencies: ["DataMatrix"], swiftSettings: strict),
        .testTarget(name: "EspyImageTests", dependencies: ["EspyImage"], swiftSettings: strict),
        .testTarget(name: "EspyInferenceTests", dependencies: ["EspyInference", "EspySamples"], swiftSettings: strict),
        .testTarget(
            name: "EspyTextTests", dependencies: ["EspyText", "EspyImage", "EspyInference"], swiftSettings: strict),
        .testTarget(
            name: "EspyCodesTests", dependencies: ["EspyCodes", "EspyImage", "EspySamples"], swiftSettings: strict),
        .testTarget(name: "EspyStoreTests", dependencies: ["EspyStore"], swiftSettings: strict),
        .testTarget(
            name: "EspyTests",
            dependencies: [
                "Espy", "EspyImage", "EspyStore", "EspyText", "EspySamples", "HistoryBench", "GalleryBench",
                "SearchBench",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "EspyToolTests", dependencies: ["EspyTool", "EspyServer", "Espy", "EspySamples"],
            swiftSettings: strict),
        .testTarget(name: "EspyServerTests", dependencies: ["EspyServer", "EspySamples"], swiftSettings: strict),
        .testTarget(name: "EspySamplesTests", dependencies: ["EspySamples"], swiftSettings: strict),
    ],
    cxxLanguageStandard: .cxx17
)
