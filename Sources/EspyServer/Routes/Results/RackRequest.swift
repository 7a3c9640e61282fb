import Espy
import EspyApp
import EspyHTTP
import EspyPixels

/// What is to be read of a box.
struct RackRequest: PhotoJobRequest, Equatable {
    let photo: String
    var page: Int?
    /// What differs from the settings.
    let options: RackWishes?
    /// An entry of the history that the new one takes the place of.
    let replaces: String?
    let keep: Bool?

    func work(on photo: Photo, _ settings: Settings, _ finders: PhotoFinders) throws(HTTPProblem) -> RackWork {
        let options = try options(over: settings.rackOptions, finders.settings)
        return RackWork(photo: photo, task: RackTask(options: options, rackID: self.options?.rack))
    }

    /// The settings with the wishes in their place.
    private func options(
        over settings: RackOptions, _ store: SettingsStore
    ) throws(HTTPProblem) -> RackOptions {
        guard let options else { return settings }
        let container = try options.container.map { (name) throws(HTTPProblem) in try store.container(name) }
        do throws(RackWishes.Refusal) {
            return try options.options(over: settings, container: container)
        } catch {
            switch error {
            case .unusable(let why): throw .unprocessable(why)
            case .corners: throw HTTPProblem(RackError.unusableCorners)
            }
        }
    }
}

/// Reads the box on one photo.
struct RackWork: PhotoWork {
    let photo: Photo
    let task: RackTask

    func decoded() throws(HTTPProblem) -> DecodedPhoto { try photo.opened() }

    func find(
        in picture: DecodedPhoto, _ tell: @escaping Job.Progress
    ) async throws(HTTPProblem) -> PhotoFinding<Rack> {
        do {
            let found = try await task.run(picture) { tell($0.stage.rawValue, 0.15 + 0.75 * $0.fraction) }
            return PhotoFinding(result: found.rack, options: found.options, image: picture.image)
        } catch {
            throw HTTPProblem(error)
        }
    }
}
