import EspyBase
import EspyPixels
import EspyRack

/// A request to read a photo of a rack: `{"file": "IMG_1.jpg", "options": {"grid": "9x9"}}`, with the server's options.
/// Missing options have their defaults. A frame of a camera has a `stream`: another stream than before begins without codes.
struct RackRequest {
    let stream: Int?
    private let file: String
    private let overrides: RackOptionOverrides
    private let options: RackOptions

    init(parsing bytes: [UInt8]) throws(WebError) {
        do throws(JSONError) {
            let request = try JSONValue(parsing: bytes)
            stream = try request.optional("stream")
            file = try request.optional("file") ?? "-"
            overrides = try request.optional("options") ?? RackOptionOverrides()
            options = try overrides.usable()
        } catch {
            throw WebError(error)
        }
    }

    var follower: RackFollower { RackFollower(options: options) }

    /// Reads a frame of a camera.
    func answer(of image: RGBImage, by follower: inout RackFollower) throws(WebError) -> JSONValue {
        do throws(RackError) {
            return try follower.read(image).json
        } catch {
            throw WebError(error)
        }
    }

    func answer(of image: RGBImage) throws(WebError) -> JSONValue {
        do throws(RackError) {
            var rack = try RackReader(options: options).read(image) { progress in
                tellProgress(progress.stage.number, progress.fraction)
            }
            rack.id = overrides.rack ?? rack.ownCode()
            return RackAnswer(rack, file: file).json
        } catch {
            throw WebError(error)
        }
    }
}

extension RackOptionOverrides {
    /// Applied to the default options, because the page has no settings.
    func usable() throws(JSONError) -> RackOptions {
        var kind: RackContainer?
        if let container {
            kind = RackContainer.known.first { $0.name == container }
            guard kind != nil else { throw JSONError(.unusable("unknown container “\(container)”")) }
        }
        do throws(Refusal) {
            return try options(over: RackOptions(), container: kind)
        } catch {
            switch error {
            case .unusable(let why): throw JSONError(.unusable(why))
            case .corners: throw JSONError(.unusable("the corners do not fit the box"))
            }
        }
    }
}

extension RackProgress.Stage {
    /// Its index among all cases.
    fileprivate var number: Int32 { Int32(Self.allCases.firstIndex(of: self) ?? 0) }
}

/// Reports the progress to the page.
@_extern(wasm, module: "espy", name: "progress")
private func tellProgress(_ stage: Int32, _ fraction: Double)
