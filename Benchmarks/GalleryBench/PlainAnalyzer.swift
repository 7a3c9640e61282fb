import Espy

/// Returns the same meaningless result for the same pixels each time.
enum PlainAnalyzer {
    static let analyzer = PhotoAnalyzer(version: "plain-1", embeddingModel: "plain-1", shortSide: 224) { image, _ in
        let small = image.resized(width: 8, height: 8)
        let gray = small.gray.pixels
        let mean = gray.reduce(0) { $0 + Int($1) } / gray.count
        let fingerprint = gray.reduce(UInt64(0)) { $0 << 1 | (Int($1) > mean ? 1 : 0) }
        let length = small.pixels.reduce(0.0) { $0 + Float($1) * Float($1) }.squareRoot()
        return PhotoAnalysis(
            tags: [
                PhotoTag(
                    name: mean > 127 ? "light" : "dark", category: .picture, confidence: Double(mean) / 255,
                    source: PhotoTag.Source.analysis)
            ],
            colors: [ColorShare(name: .gray, share: Double(mean) / 255)], kind: .photo, sharpness: 100,
            brightness: Double(mean) / 255, fingerprint: fingerprint,
            embedding: small.pixels.map { Float($0) / max(length, 1) })
    }
}
