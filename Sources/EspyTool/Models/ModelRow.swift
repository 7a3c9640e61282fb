import Espy
import EspyApp
import EspyInference
import EspySystem

/// A model as the commands show it.
struct ModelRow: Encodable {
    let id: String
    let task: ModelEntry.Task
    let state: ModelStore.State
    /// Where the file is; nil when it is nowhere.
    let path: String?
    /// Of the file that is there, or of the one that would be.
    let bytes: Int?
    let sha256: String?
    let license: String
    let description: String
    let card: String?
    let url: String?

    init(_ entry: ModelEntry, _ store: ModelStore) {
        id = entry.id
        task = entry.task
        state = store.state(of: entry)
        path = store.library.path(of: entry)
        bytes = path.flatMap(Files.size) ?? entry.bytes
        sha256 = entry.sha256
        license = entry.license
        description = entry.description
        card = entry.card
        url = entry.url
    }

    /// `yolox-s        detector    missing     36.0 MB  Apache-2.0  YOLOX-S by …`
    func line(width: Int) -> String {
        let size = bytes.map { Self.megabytes($0) } ?? "?"
        return [
            id.padded(to: width), task.rawValue.padded(to: 10), state.rawValue.padded(to: 10),
            size.aligned(to: 9), printable(license).padded(to: 10),
            printable(description),
        ].joined(separator: "  ") + "\n"
    }

    /// `36.0 MB`
    static func megabytes(_ bytes: Int) -> String {
        let tenths = (bytes + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) MB"
    }
}
