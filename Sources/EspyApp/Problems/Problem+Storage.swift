package import Espy
package import EspyStore
package import EspyTrials

/// What can be wrong with what is kept: history, gallery, telemetry.
extension Problem {
    package init(_ error: HistoryError) {
        switch error {
        case .store(let error): self.init(error)
        case .thumbnail(let error): self.init(error)
        case .notFound(let id):
            self.init("notFound", "no entry \(quoted(id)) in the history; “espy history list” shows all")
        case .ambiguous(let id):
            self.init("ambiguous", "several entries begin with \(quoted(id)); give more of it")
        case .damaged(let id):
            self.init("damaged", "the entry \(id) is damaged; delete it with “espy history delete \(id.prefix(8))”")
        case .unusableCorrections:
            self.init("unusableCorrections", "the corrections do not fit the result; look at it again")
        case .full:
            self.init("full", "\(BookList.most) lists of books are kept already; delete one that is not needed")
        case .notStorable: self.init("notStorable", "the result has a number that is infinite; please report this")
        case .noAuthor: self.init("noAuthor", "nobody says who changes the result; please report this")
        }
    }

    package init(_ error: StoreError) {
        switch error {
        case .locked(let path):
            self.init("locked", "\(printable(path)): another program holds it; end that one and run again")
        case .corrupt(let path, let reason):
            self.init(
                "corrupt",
                "\(printable(path)): damaged (\(printable(reason))); move it aside, and a new one is made when needed")
        case .full(let path): self.init("full", "\(printable(path)): the disk is full; free some space and run again")
        case .inaccessible(let path, let reason):
            self.init(
                "inaccessible",
                "\(printable(path)): cannot be used (\(printable(reason))); change its permissions, set XDG_DATA_HOME "
                    + "to another folder, or do without: --no-history")
        case .tooNew(let path, let version):
            self.init(
                "tooNew",
                "\(printable(path)): made by a newer Espy (version \(version) of the file); update this one")
        case .statement(let reason): self.init("statement", "\(printable(reason)); please report this")
        }
    }

    package init(_ error: GalleryError) {
        switch error {
        case .store(.corrupt(let path, let reason)):
            self.init(
                "corrupt",
                "\(printable(path)): damaged (\(printable(reason))); run “espy gallery recover”, which keeps what you said"
            )
        case .store(.inaccessible(let path, let reason)):
            self.init(
                "inaccessible",
                "\(printable(path)): cannot be used (\(printable(reason))); change its permissions, or set XDG_DATA_HOME "
                    + "to another folder")
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

    package static func telemetry(_ problem: TelemetryProblem) -> Problem {
        switch problem {
        case .full(let path): telemetry(StoreError.full(path: path))
        case .inaccessible(let path, let reason): telemetry(StoreError.inaccessible(path: path, reason: reason))
        }
    }

    /// Telemetry is deleted without a loss, and can be turned off.
    package static func telemetry(_ error: StoreError) -> Problem {
        switch error {
        case .full(let path):
            Problem("telemetry", "\(printable(path)): the disk is full; free some space, or turn telemetry off")
        case .inaccessible(let path, let reason):
            Problem("telemetry", "\(printable(path)): \(printable(reason)); change its owner or permissions")
        case .locked(let path):
            Problem("telemetry", "\(printable(path)): another program holds it; end that and run again")
        case .corrupt(let path, let reason): Problem("telemetry", "\(printable(path)): damaged (\(printable(reason)))")
        case .tooNew(let path, _): Problem("telemetry", "\(printable(path)): written by a later version of Espy")
        case .statement(let text): Problem("telemetry", printable(text))
        }
    }
}
