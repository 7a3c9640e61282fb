import EspyApp
import EspyCodecs
import EspyCodes
import EspyHTTP
import EspyInference
import EspyServer
import EspySheets
import EspyStore
import EspySystem
import EspyText

/// What `espy doctor --versions` tells of one part of the program.
package struct ComponentVersion: Sendable, Equatable, Encodable {
    package enum Kind: String, Sendable, Encodable {
        case program, language, library, model
    }

    package let kind: Kind
    package let name: String
    /// Of a model the first 12 digits of the SHA-256 of its file; nil where a part is not there.
    package let version: String?
    /// Whether the file of a model is the one that its manifest describes; nil for all else, and where nobody knows.
    package let isAsDescribed: Bool?
    /// Of a model.
    package let sha256: String?

    fileprivate init(_ kind: Kind, _ name: String, _ version: String?) {
        (self.kind, self.name, self.version, isAsDescribed, sha256) = (kind, name, version, nil, nil)
    }

    fileprivate init(_ entry: ModelEntry, at path: String) {
        let found = FileSum(path: path)?.sha256
        (kind, name, sha256) = (.model, entry.id, found)
        version = found.map { String($0.prefix(12)) }
        isAsDescribed = entry.sha256.map { $0 == found }
    }

    /// `espy-tagger    model     0123456789ab`
    fileprivate func line(width: Int) -> String {
        let note = isAsDescribed == false ? "  differs from its manifest" : ""
        return name.padded(to: width) + kind.rawValue.padded(to: 10) + printable(version ?? "not there") + note
    }
}

/// All that the program is made of, in one table: every library is asked in the module that imports it.
struct Versions {
    let surroundings: Surroundings

    func run() throws(InferenceError) -> [ComponentVersion] {
        let store = try ModelStore(surroundings.environment)
        // It knows its release, but not which of the corrected ones it is.
        let program = [
            ComponentVersion(.program, "espy", Version.number),
            ComponentVersion(.language, "Swift", "\(_SwiftStdlibVersion.current)"),
        ]
        let libraries = Self.linked.map { ComponentVersion(.library, $0.name, $0.version) }
        let runtime = ComponentVersion(.library, "OpenVINO", try? store.runtime.version())
        let models = store.library.entries.compactMap { entry in
            store.library.path(of: entry).map { ComponentVersion(entry, at: $0) }
        }
        return program + libraries + [runtime] + models
    }

    private static var linked: [(name: String, version: String)] {
        ImageSupport.versions + SystemLibraries.versions + HTTPLibraries.versions
            + [
                ("SQLite", Database.libraryVersion), ("libqrencode", QRCode.libraryVersion),
                ("Tesseract", TextRecognizer.version), ("Leptonica", TextRecognizer.pictureVersion),
                ("ZXing", CodeReader.libraryVersion), ("libxlsxwriter", SheetWriter.libraryVersion),
            ]
    }

    static func text(_ parts: [ComponentVersion]) -> String {
        let width = (parts.map(\.name.count).max() ?? 0) + 2
        return parts.map { $0.line(width: width) + "\n" }.joined()
    }
}
