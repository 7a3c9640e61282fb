import Espy
import EspyApp
import EspyServer
import EspySystem

/// What a box is compared with, as flags say it.
struct RackReferenceFlags: Sendable {
    let reference: RackReference
    /// What the list is called.
    private let name: String

    /// - Returns: nil where nothing is to be compared.
    init?(_ invocation: Invocation, _ options: RackOptions) throws {
        let (path, box) = (invocation.value(Flags.expect), invocation.value(Flags.compare))
        if path == nil, invocation.encoding != nil {
            throw UsageError("--encoding is of the list of --expect; name one", command: "rack")
        }
        if path != nil, box != nil { throw UsageError("--expect and --compare: choose one", command: "rack") }
        if let path {
            reference = .manifest(try Self.manifest(path, options, invocation.encoding))
            name = printable(path)
        } else if let box {
            reference = box == "last" ? .last : .named(box)
            name = ""
        } else {
            return nil
        }
    }

    private static func manifest(
        _ path: String, _ options: RackOptions, _ encoding: TextEncoding?
    ) throws(Problem) -> RackManifest {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, limit: RackManifest.mostBytes)
        } catch {
            throw .named(error)
        }
        do throws(RackManifest.FileFailure) {
            return try RackManifest(file: bytes, wells: options.wells, encoding: encoding)
        } catch {
            throw Problem("manifest", "\(printable(path)): \(printable(error.text))")
        }
    }

    /// Why there is nothing to compare with, in terms of the flags.
    func problem(_ failure: RackReference.Failure) -> Problem {
        switch failure {
        case .notListed(let id):
            let box = id.map(quoted) ?? "a box without a code of its own (--rack-id)"
            return Problem("manifest", "\(name) says nothing of \(box)")
        case .unknownBox:
            return Problem("unknownBox", "the box shows no code of its own; say which it is by --rack-id")
        case .noScan(let id): return Problem("unknownBox", "the history has no scan of \(quoted(id)) yet")
        case .nothing(let name):
            return Problem("unknownBox", "the history has no box and no entry \(quoted(name))")
        case .history(let error): return Problem(error)
        }
    }
}
