import Espy
import EspyApp
import EspyHTTP
import EspySystem
import EspyTrials
import Foundation

/// Where the spines of photos are, from the file or the folder of `--truth`.
struct TruthFiles: Sendable {
    private let folder: String?
    /// By name of the photo, without its extension.
    private let byStem: [String: ShelfTruth]
    /// Of a file that is about one photo and does not say which.
    private let only: ShelfTruth?

    /// The most that one file may have.
    private static let limit = 16 << 20

    init(_ path: String) throws(Problem) {
        if Files.isFolder(path) {
            (folder, byStem, only) = (path, [:], nil)
            return
        }
        let truths = try Self.read(path)
        folder = nil
        byStem = Dictionary(
            truths.compactMap { truth in truth.photo.map { (Path.stem(of: $0), truth) } }, uniquingKeysWith: { $1 })
        only = truths.count == 1 && truths[0].photo == nil ? truths[0] : nil
    }

    /// Nil when nothing is known of the photo.
    func truth(of input: PhotoInput) throws(Problem) -> ShelfTruth? {
        guard let folder else { return byStem[input.stem] ?? only }
        let path = Path.join(folder, input.stem + ".json")
        return Files.exists(path) ? try Self.read(path).first : nil
    }

    private static func read(_ path: String) throws(Problem) -> [ShelfTruth] {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, limit: limit)
        } catch {
            throw .named(error, "truth")
        }
        let isList = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[")
        do {
            let decoder = JSONDecoder()
            if isList { return try decoder.decode([ShelfTruth].self, from: Data(bytes)) }
            return [try decoder.decode(ShelfTruth.self, from: Data(bytes))]
        } catch {
            throw Problem("truth", "\(printable(path)): \(JSONFault.text(error)); see “espy help shelf compare”")
        }
    }
}
