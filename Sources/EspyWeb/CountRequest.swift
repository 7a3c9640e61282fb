import EspyBase
import EspyCount
import EspyPixels

/// A request to count in a photo: `{"file": "IMG_1.jpg", "options": {"like": …}, "groups": [1]}`, with the server's options.
/// Missing options have their defaults.
struct CountRequest {
    private let file: String
    private let overrides: CountOptionOverrides?
    /// Groups to count instead of the main one.
    private let groups: [Int]

    init(parsing bytes: [UInt8]) throws(WebError) {
        do throws(JSONError) {
            let request = try JSONValue(parsing: bytes)
            file = try request.optional("file") ?? "-"
            overrides = try request.optional("options")
            groups = try request.optional("groups") ?? []
        } catch {
            throw WebError(error)
        }
    }

    func answer(of image: RGBImage, by models: CountModels) throws(WebError) -> JSONValue {
        let photo = CountPhoto(image, width: image.width, height: image.height)
        var count: Count
        do throws(CountError) {
            let options = try options(photo)
            let counter = Counter(models: models, options: try photo.shrunk(options))
            let small = try counter.counted(photo.image) { progress in
                tellProgress(Float(progress.fraction), progress.stage.number)
            }
            count = photo.enlarged(small, options)
        } catch {
            throw WebError(error)
        }
        if !groups.isEmpty, !count.detections.isEmpty {
            guard let other = count.counting(clusters: groups) else { throw WebError.unknownGroup }
            count = other
        }
        return CountAnswer(count, file: file).json
    }

    private func options(_ photo: CountPhoto) throws(CountError) -> CountOptions {
        var options = CountOptions()
        overrides?.apply(to: &options)
        if let layout = overrides?.layout {
            options.regions = try layout.regions(width: photo.width, height: photo.height)
        }
        return options
    }
}

extension CountProgress.Stage {
    /// Its index among all cases.
    fileprivate var number: Int32 { Int32(Self.allCases.firstIndex(of: self) ?? 0) }
}

/// Reports the progress to the page.
@_extern(wasm, module: "page", name: "progress")
private func tellProgress(_ fraction: Float, _ stage: Int32)
