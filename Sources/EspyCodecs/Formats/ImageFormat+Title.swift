extension ImageFormat {
    /// What people call it: `JPEG`, `WebP`.
    public var title: String { self == .webp ? "WebP" : rawValue.uppercased() }

    /// All of them as part of a sentence: `JPEG, PNG and WebP`.
    public static let list =
        allCases.dropLast().map(\.title).joined(separator: ", ") + " and " + (allCases.last?.title ?? "")
}

extension ForeignFormat {
    /// What people call it, as part of a sentence: `PDF`, `a movie`.
    public var title: String {
        switch self {
        case .jpegXL: "JPEG XL"
        case .jpeg2000: "JPEG 2000"
        case .photoshop: "a Photoshop document"
        case .pdf: "PDF"
        case .svg: "SVG"
        case .icon: "an icon"
        case .movie: "a movie"
        }
    }
}
