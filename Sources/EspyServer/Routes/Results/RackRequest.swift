import Espy
import EspyApp
import EspyHTTP
import EspyPixels

/// A request to read a rack.
struct RackRequest: PhotoJobRequest, Equatable {
    let photo: String
    var page: Int?
    /// The options that differ from the settings.
    let options: RackOptionOverrides?
    /// The history entry to replace.
    let replaces: String?
    let keep: Bool?

    func work(on photo: Photo, _ settings: Settings, _ finders: Analyzers) throws(HTTPProblem) -> Work {
        let options = try options(over: settings.rackOptions, finders.settings)
        return Work(photo: photo, task: RackTask(options: options, rackID: self.options?.rack))
    }

    /// Applies the request's options to the settings.
    private func options(
        over settings: RackOptions, _ store: SettingsStore
    ) throws(HTTPProblem) -> RackOptions {
        guard let options else { return settings }
        let container = try options.container.map { (name) throws(HTTPProblem) in try store.container(name) }
        do throws(RackOptionOverrides.Refusal) {
            return try options.options(over: settings, container: container)
        } catch {
            switch error {
            case .unusable(let why): throw .unprocessable(why)
            case .corners: throw HTTPProblem(RackError.unusableCorners)
            }
        }
    }
}

extension RackRequest {
    /// Reads the rack on one photo.
    struct Work: PhotoWork {
        let photo: Photo
        let task: RackTask

        func decoded() throws(HTTPProblem) -> DecodedPhoto { try photo.opened() }

        func find(
            in picture: DecodedPhoto, _ progress: @escaping Job.Progress
        ) async throws(HTTPProblem) -> AnalysisResult<Rack> {
            do {
                let found = try await task.run(SplitImage(picture.image), picture.source) {
                    progress($0.stage.rawValue, 0.15 + 0.75 * $0.fraction)
                }
                return AnalysisResult(result: found.rack, options: found.options, image: picture.image)
            } catch {
                throw HTTPProblem(error)
            }
        }
    }
}
