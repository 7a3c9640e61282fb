import Foundation

/// One line of what other machines found: a result of `espy gallery tag --json`; the line of a worker around it; or
/// `{"file", "result"}`, where the worker knew the photo by another name.
enum ArchiveLine: Sendable {
    /// - Parameter file: its path, or the name that it had there.
    case photo(ArchivedPhoto, file: String)
    /// It could not be read there.
    case problem(String, file: String)
    /// It is about no photo: what a worker says of itself.
    case other

    /// Nil where it makes no sense.
    init?(_ text: some DataProtocol, decoder: JSONDecoder) {
        guard let line = try? decoder.decode(Parsed.self, from: Data(text)) else { return nil }
        self = line.line
    }

    private struct Parsed: Decodable {
        let line: ArchiveLine

        private enum Key: String, CodingKey { case id, file, result, error, `protocol` }
        private struct Name: Decodable { let file: String }
        private struct Failure: Decodable { let message: String }

        init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: Key.self)
            if box.contains(.protocol) {
                line = .other
            } else if let failure = try box.decodeIfPresent(Failure.self, forKey: .error) {
                let name = try box.decodeIfPresent(String.self, forKey: .file) ?? box.decode(String.self, forKey: .id)
                line = .problem(failure.message, file: name)
            } else if box.contains(.result) {
                let outer = try box.decodeIfPresent(String.self, forKey: .file)
                let name = if let outer { outer } else { try box.decode(Name.self, forKey: .result).file }
                line = .photo(try box.decode(ArchivedPhoto.self, forKey: .result), file: name)
            } else {
                line = .photo(try ArchivedPhoto(from: decoder), file: try box.decode(String.self, forKey: .file))
            }
        }
    }
}
