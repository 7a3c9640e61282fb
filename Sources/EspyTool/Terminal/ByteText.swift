/// Bytes as people say them: `380 KB`, `35 MB`.
enum ByteText {
    static func text(_ bytes: Int) -> String {
        bytes < 999_500 ? "\((bytes + 999) / 1_000) KB" : "\((bytes + 500_000) / 1_000_000) MB"
    }
}
