/// The file of a text model's vocabulary, which lies beside its manifest or in another folder of the library.
public struct ModelVocabulary: Codable, Sendable, Equatable {
    /// Name of the file: a list of pairs of pieces that become one, as published with CLIP under the name `merges.txt`.
    public var file: String
    /// Where it can be had, over HTTPS. Nil: it is brought by the user.
    public var url: String?
    /// Size of the file. Nil: not known.
    public var bytes: Int?
    /// SHA-256 of the file in 64 hexadecimal digits. Nil: not known.
    public var sha256: String?

    public init(file: String, url: String? = nil, bytes: Int? = nil, sha256: String? = nil) {
        (self.file, self.url, self.bytes, self.sha256) = (file, url, bytes, sha256)
    }

    /// The most bytes that it may have; the longest that CLIP's publisher gives has 3.2 million.
    public static let byteLimit = 4 << 20

    var objection: String? {
        guard ModelEntry.isName(file.lowercased()), file.lowercased().hasSuffix(".txt") else {
            return "vocabulary “\(file.prefix(80))”: the name of a .txt file, without a folder"
        }
        if let bytes, !(1...Self.byteLimit).contains(bytes) { return "vocabulary: bytes from 1 to \(Self.byteLimit)" }
        return ModelEntry.originObjection(url: url, sha256: sha256).map { "vocabulary: \($0)" }
    }
}
