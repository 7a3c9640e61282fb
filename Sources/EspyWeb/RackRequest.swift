import EspyBase
import EspyPixels
import EspyRack

/// What a page asks of a photo of a box: `{"file": "IMG_1.jpg", "options": {"grid": "9x9"}}`. Options that are left out are as
/// usual.
struct RackRequest {
    private let file: String
    private let options: RackOptions

    init(parsing bytes: [UInt8]) throws(WebError) {
        do throws(JSONError) {
            let request = try JSONValue(parsing: bytes)
            file = try request.optional("file") ?? "-"
            let usual = RackOptions().json
            guard case .object(let wishes) = try request.optional("options") ?? JSONValue.object([:]),
                case .object(let fields) = usual
            else { throw JSONError(.isNot("object")) }
            options = try RackOptions(json: .object(fields.updated(by: wishes)))
        } catch {
            throw WebError(error)
        }
    }

    func answer(of image: RGBImage) throws(WebError) -> JSONValue {
        do throws(RackError) {
            let rack = try RackReader(options: options).read(image) { progress in
                tellProgress(progress.stage.number, progress.fraction)
            }
            return RackAnswer(rack, file: file).json
        } catch {
            throw WebError(error)
        }
    }
}

extension RackProgress.Stage {
    /// Its place among all.
    fileprivate var number: Int32 { Int32(Self.allCases.firstIndex(of: self) ?? 0) }
}

/// Tells the page how far the work is.
@_extern(wasm, module: "espy", name: "progress")
private func tellProgress(_ stage: Int32, _ fraction: Double)
