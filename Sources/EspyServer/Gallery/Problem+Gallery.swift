package import Espy
package import EspyHTTP

extension Problem {
    /// Why the photo library does not give or take something.
    package init(_ error: GalleryError) {
        switch error {
        case .store(let error): self.init(gallery: error)
        case .image(let error): self.init(error)
        case .inference: self = .modelUnavailable("the model that finds tags cannot be used; see espy doctor")
        case .folder(_, let reason): self = .unprocessable("the folder cannot be added or removed: \(reason)")
        case .unknownPhoto, .unknownAlbum: self = .notFound
        case .query(_, let reason): self = .unprocessable(reason)
        case .teaching(let reason): self = .unprocessable(reason)
        case .rating: self = .unprocessable("a rating has 0 to 5 stars")
        }
    }

    /// The same where a person wrote what names something that is not there.
    init(ofQuery error: GalleryError) {
        switch error {
        case .unknownPhoto(let name): self = .unprocessable("there is no photo “\(name.prefix(100))”")
        case .unknownAlbum(let name): self = .unprocessable("there is no album “\(name.prefix(100))”")
        default: self.init(error)
        }
    }

    private init(gallery error: StoreError) {
        switch error {
        case .locked:
            self.init(
                503, "busy", "Espy has too much to do at the moment.",
                detail: "another program holds the photo library; try again in a few seconds",
                headers: ["Retry-After": "5"])
        case .full: self = .diskFull
        case .corrupt: self = .galleryUnusable("its file is damaged; move it aside, and add the folders again")
        case .inaccessible: self = .galleryUnusable("its file cannot be opened or written")
        case .tooNew: self = .galleryUnusable("its file was made by a newer Espy; update this one")
        case .statement: self = .internalError
        }
    }

    package static func galleryUnusable(_ detail: String) -> Problem {
        Problem(500, "gallery-unusable", "The photo library cannot be used.", detail: detail)
    }
}
