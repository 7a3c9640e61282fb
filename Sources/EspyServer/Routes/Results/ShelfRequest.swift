import Espy
import EspyApp
import EspyHTTP

/// A request to read a shelf.
struct ShelfRequest: PhotoJobRequest, Equatable {
    let photo: String
    let page: Int?
    let options: OptionOverrides?
    /// The history entry to replace.
    let replaces: String?
    let keep: Bool?
    let place: String?
    let list: String?

    /// The options that differ from the settings.
    struct OptionOverrides: Decodable, Equatable {
        let confidence: Double?
        let text: Bool?
    }

    func work(on photo: Photo, _ settings: Settings, _ finders: Analyzers) throws(HTTPProblem) -> Work {
        Work(
            photo: photo, options: try options(over: settings.shelfOptions), readsText: options?.text ?? true,
            shelves: finders.shelves, catalog: finders.catalog)
    }

    /// Applies the request's options to the settings.
    private func options(over settings: ShelfOptions) throws(HTTPProblem) -> ShelfOptions {
        var result = settings
        if let confidence = options?.confidence {
            guard ShelfOptions.confidences.contains(confidence) else {
                throw .unprocessable("confidence is from 0 to 0.99")
            }
            result.confidence = confidence
        }
        return result
    }
}

extension ShelfRequest {
    /// Reads the shelf on one photo.
    struct Work: PhotoWork {
        let photo: Photo
        let options: ShelfOptions
        let readsText: Bool
        let shelves: ShelfService
        /// The list that identifies the books.
        let catalog: Catalog?

        func decoded() throws(HTTPProblem) -> DecodedPhoto { try photo.opened() }

        func find(
            in picture: DecodedPhoto, _ progress: @escaping Job.Progress
        ) async throws(HTTPProblem) -> AnalysisResult<Shelf> {
            var shelf: Shelf
            do throws(Problem) {
                shelf = try await shelves.read(picture, options: options, readsText: readsText) { stage, fraction in
                    progress(stage.rawValue, stage == .looking ? 0.1 + 0.2 * fraction : 0.3 + 0.6 * fraction)
                }
            } catch {
                throw HTTPProblem(error)
            }
            if let catalog { shelf = shelf.named(by: catalog) }
            return AnalysisResult(result: shelf, options: options, image: picture.image)
        }
    }
}
