import Espy
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

extension Flags {
    static let versions = Flag(
        "versions",
        help: """
            Print the versions of Espy, Swift and each library instead, with the first digits of each model's \
            checksum.
            """)
}

extension Command {
    static let doctor = Command(
        "doctor", "check what Espy needs on this machine",
        details: ["Checks fonts, codecs, folders, processors and memory, and says how to get what is missing."],
        flags: [Flags.versions, Flags.jsonReport, Flags.config, Flags.help],
        examples: [
            Example("espy doctor", "run all checks"),
            Example("espy doctor --versions", "print versions for a bug report"),
        ]
    ) { try await DoctorCommand(context: $0).run() }
}

/// `espy doctor`: checks the installation.
private struct DoctorCommand {
    let context: CommandContext

    func run() async throws -> Exit {
        if context.invocation.isOn(Flags.versions) {
            let parts = try Versions(process: context.process).run()
            return try await context.answer(
                context.invocation.isOn(Flags.json) ? try JSONText.line(parts) : Versions.text(parts))
        }
        let checkup = Checkup(context.invocation, context.process)
        let checks = checkup.run() + [await checkup.history()]
        if context.invocation.isOn(Flags.json) {
            _ = try await context.answer(try JSONText.line(checks))
        } else {
            let width = (checks.map(\.name.count).max() ?? 0) + 2
            let lines = checks.map { check in
                let line = (check.isFine ? "ok    " : "MISS  ") + check.name.padded(to: width) + printable(check.found)
                return check.remedy.map { "\(line)\n      \(printable($0))" } ?? line
            }
            _ = try await context.answer(lines.joined(separator: "\n") + "\n")
        }
        return checks.allSatisfy(\.isFine) ? .complete : .incomplete
    }
}

/// The checks of `espy doctor`, in the order in which they are printed.
package struct Checkup: Sendable {
    private let invocation: Invocation
    let process: ProcessEnvironment

    package init(_ invocation: Invocation, _ process: ProcessEnvironment) {
        (self.invocation, self.process) = (invocation, process)
    }

    package func run() -> [Check] {
        var checks = [Check("version", Version.number)]
        checks += ImageSupport.codecs.map(Self.codec)
        checks += [Self.font("font", "A", package: "fonts-dejavu-core")]
        checks += [Self.font("font, all scripts", "\u{4E2D}", package: "fonts-unifont")]
        checks += [config]
        let folders = Folders(process.environment)
        checks += [("config folder", folders.config), ("data folder", folders.data), ("cache folder", folders.cache)]
            .map(Self.folder)
        return checks + [processors, memory, text, videos] + modelChecks
    }

    private static func codec(_ codec: ImageSupport.Codec) -> Check {
        let name = codec.format.rawValue
        guard codec.isAvailable else {
            let package = codec.format == .avif ? "libaom3 libheif1" : "libde265-0 libheif1"
            let isInstalled = codec.library.contains(" ")
            return Check(
                name, isInstalled ? "\(codec.library) has no decoder for it" : "\(codec.library) is not installed",
                remedy: "apt-get install \(package)")
        }
        return Check(name, codec.library)
    }

    private static func font(_ name: String, _ scalar: Unicode.Scalar, package: String) -> Check {
        guard let path = ImageSupport.font(for: scalar) else {
            return Check(
                name, "no installed font has “\(scalar)”; labels show boxes instead",
                remedy: "apt-get install \(package)")
        }
        return Check(name, path)
    }

    private static func folder(_ name: String, _ path: String) -> Check {
        if Files.isWritable(path) { return Check(name, Files.exists(path) ? path : "\(path) (created when needed)") }
        return Check(name, "\(path) cannot be written to", remedy: "change its owner, or set another folder")
    }

    /// Whether the config file is readable.
    private var config: Check {
        let file = ConfigFile(process.environment)
        do throws(SettingsError) {
            let settings = try file.load()
            return Check("settings", Files.exists(file.path) ? "\(file.path): \(settings.count) set" : "none")
        } catch {
            return Check("settings", error.text, remedy: "correct the file; see “espy config”")
        }
    }

    /// The readers of spine text.
    private var text: Check {
        let language = (try? Settings(invocation, process))?.text(.textLanguage) ?? "eng"
        do throws(TextError) {
            guard let version = TextRecognizer.version else {
                return Check(
                    "text", "Tesseract is not installed; only the networks can read",
                    remedy: Problem.installingTesseract)
            }
            let languages = try TextLanguages(language, folders: Folders.textData(process.environment))
            return Check("text", "Tesseract \(version), \(languages.names) in \(languages.folder)")
        } catch {
            guard case .missingLanguage(let name, _) = error else { return Check("text", Problem(error).message) }
            return Check(
                "text", "no Tesseract data for “\(name)”; only the networks can read it",
                remedy: Problem.installing(name))
        }
    }

    private var processors: Check { Check("processors", String(Machine.processors)) }

    /// Optional, because it is needed only for videos.
    private var videos: Check {
        Check("videos", FFmpeg.find(process) ?? "only uncompressed ones (.y4m); apt-get install ffmpeg reads all")
    }

    /// Reading a photo of 12 megapixels takes less than 200 MB; one gigabyte allows several at a time.
    private var memory: Check {
        let megabytes = Machine.memory >> 20
        if megabytes >= 1_000 { return Check("memory", "\(megabytes) MB") }
        return Check("memory", "\(megabytes) MB is little", remedy: "read one photo at a time: --threads 1")
    }
}

/// The result of one check.
package struct Check: Sendable, Equatable, Encodable {
    package let name: String
    package let isFine: Bool
    package let found: String
    /// The remedy; nil if nothing is missing.
    package let remedy: String?

    init(_ name: String, _ found: String, remedy: String? = nil) {
        self.name = name
        self.found = found
        self.remedy = remedy
        isFine = remedy == nil
    }
}

extension Checkup {
    /// The size of the history and of its photos.
    func history() async -> Check {
        let file = HistoryFile(process.environment)
        guard file.exists else { return Check("history", "nothing is saved yet") }
        do {
            let history = try file.open(making: false)
            let (count, room) = (try await history.count(), try await history.photoRoom())
            return Check("history", "\(HistoryCommand.entries(count)); photos of \(room.text)")
        } catch {
            return Check("history", Problem(any: error).message, remedy: "restore a backup with “espy restore”")
        }
    }
}

extension Checkup {
    /// The library that runs models, processor features, and the models.
    var modelChecks: [Check] {
        do throws(InferenceError) {
            let store = try ModelStore(process.environment)
            return [runtime(store), features] + ModelEntry.Task.allCases.map { check($0, store) }
        } catch {
            return [Check("models", Problem(error).message, remedy: "correct or remove the file")]
        }
    }

    private func runtime(_ store: ModelStore) -> Check {
        do throws(InferenceError) {
            return Check("OpenVINO", try store.runtime.version())
        } catch {
            guard case .runtimeUnavailable(let reason) = error else { return Check("OpenVINO", Problem(error).message) }
            return Check("OpenVINO", reason, remedy: "run Scripts/setup-openvino; espy rack works without it")
        }
    }

    /// Processor instructions that speed up models; not required.
    private var features: Check {
        let features = ProcessorFeatures.current
        let found = [features.hasBF16 ? "bf16" : nil, features.hasInt8 ? "int8" : nil].compactMap(\.self)
        return Check("model instructions", found.isEmpty ? "f32 only" : "f32, " + found.joined(separator: ", "))
    }

    private func check(_ task: ModelEntry.Task, _ store: ModelStore) -> Check {
        let there = store.library.entries.filter { $0.task == task && store.state(of: $0) != .missing }
        // Optional, because they are needed only for a photo library.
        if there.isEmpty, [.faceDetector, .faceDescriber].contains(task) {
            return Check(task.rawValue, "off; run Scripts/setup-faces")
        }
        // These models are optional: they only add information about photos.
        if there.isEmpty, [.classifier, .text].contains(task) || task.isGraph {
            return Check(task.rawValue, "none installed")
        }
        if there.isEmpty, [.textDetector, .textRecognizer].contains(task) {
            return Check(
                task.rawValue, "not installed; only Tesseract reads text",
                remedy: "run Scripts/setup-text; everything else works without it")
        }
        guard !there.isEmpty else {
            return Check(task.rawValue, "not installed", remedy: "see “espy models list”")
        }
        return Check(task.rawValue, there.map(\.id).joined(separator: ", "))
    }
}

/// The version of one part of the program, for `espy doctor --versions`.
private struct ComponentVersion: Sendable, Equatable, Encodable {
    enum Kind: String, Sendable, Encodable {
        case program, language, library, model
    }

    let kind: Kind
    let name: String
    /// For a model, the first 12 digits of its file's SHA-256; nil if it is missing.
    let version: String?
    /// Whether a model's file matches its manifest; nil for everything else, and if unknown.
    let isAsDescribed: Bool?
    /// The SHA-256 of a model.
    let sha256: String?

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

/// The versions of all parts of the program. Each library reports its version in the module that imports it.
struct Versions {
    let process: ProcessEnvironment

    fileprivate func run() throws(InferenceError) -> [ComponentVersion] {
        let store = try ModelStore(process.environment)
        // Swift reports its version, but not its patch release.
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

    private static var linked: [(name: String, version: String?)] {
        ImageSupport.versions + (SystemLibraries.versions + HTTPLibraries.versions).map { ($0.name, $0.version) }
            + [
                ("SQLite", Database.libraryVersion), ("libqrencode", QRCode.libraryVersion),
                ("Tesseract", TextRecognizer.version), ("Leptonica", TextRecognizer.pictureVersion),
                ("ZXing", CodeReader.libraryVersion), ("libxlsxwriter", SheetWriter.libraryVersion),
            ]
    }

    fileprivate static func text(_ parts: [ComponentVersion]) -> String {
        let width = (parts.map(\.name.count).max() ?? 0) + 2
        return parts.map { $0.line(width: width) + "\n" }.joined()
    }
}
