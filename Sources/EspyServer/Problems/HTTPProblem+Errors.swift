import Espy
package import EspyApp
package import EspyHTTP

/// What the errors of the library are to a client: their words from the one table, with the status of their code.
extension HTTPProblem {
    package init(_ error: any Error) { self.init(Problem(any: error), or: { _ in .internalError }) }

    /// - Parameter unusable: what it is where the table knows no code for it.
    package init(_ problem: Problem, or unusable: (String) -> HTTPProblem) {
        let detail = problem.detail
        switch problem.code {
        case nil: self = unusable(detail)
        case .notAnImage: self = .notAnImage(detail)
        case .tooManyPixels: self = .tooManyPixels(detail)
        case .damaged: self = .damaged(detail)
        case .tooLarge:
            self = .tooLarge(limit: 0)
            self.detail = detail
        case .unprocessable: self = .unprocessable(detail)
        case .notFound: self = .notFound
        case .recipeExists: self = .recipeExists(detail)
        case .recipesUnusable: self = .recipesUnusable(detail)
        case .historyUnusable: self = .historyUnusable(detail)
        case .entryDamaged: self = .entryDamaged(detail)
        case .changedElsewhere: self = .changedElsewhere(detail)
        case .galleryUnusable: self = .galleryUnusable(detail)
        case .modelUnavailable: self = .modelUnavailable(detail)
        case .settingsUnusable: self = .settingsUnusable(detail)
        case .busy:
            self = .busy
            self.detail = detail
        case .diskFull: self = .diskFull
        case .cancelled: self = .cancelled
        case .internalError: self = .internalError
        }
    }

    /// The same where a person wrote what names something that is not there.
    init(ofQuery error: GalleryError) {
        self.init(error)
        switch error {
        case .unknownPhoto, .unknownAlbum: self = .unprocessable(Problem(error).detail)
        default: break
        }
    }
}
