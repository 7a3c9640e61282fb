import Espy

extension Problem {
    init(_ error: HistoryError) {
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
        case .notStorable: self.init("notStorable", "the result has a number that is infinite; please report this")
        }
    }

    init(_ error: StoreError) {
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
}
