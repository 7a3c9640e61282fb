import Espy

extension Problem {
    /// Says what went wrong with a gallery, and what to do.
    init(_ error: GalleryError) {
        switch error {
        case .store(let error): self.init(error)
        case .image(let error): self.init(error)
        case .inference(let error): self.init(error)
        case .folder(let path, let reason): self.init("folder", "\(printable(path)): \(reason)")
        case .unknownPhoto(let name): self.init("unknownPhoto", "no photo of the gallery is \(quoted(name))")
        case .unknownAlbum(let name): self.init("unknownAlbum", "there is no album \(quoted(name))")
        case .query(let text, let reason): self.init("query", "\(quoted(text)): \(reason)")
        case .teaching(let reason): self.init("teaching", reason)
        case .rating(let stars): self.init("rating", "a rating has 0 to 5 stars, not \(stars)")
        }
    }
}
