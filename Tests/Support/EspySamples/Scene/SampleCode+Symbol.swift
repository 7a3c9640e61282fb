package import DataMatrix

extension SampleCode {
    /// A requested size that the standard does not have.
    struct NoSuchSize: Error {
        var rows: Int
        var columns: Int
    }

    /// The modules of the code.
    package func symbol() throws -> BitMatrix {
        try SymbolEncoder(shape: size().map { .exact($0) } ?? .square).encode(Array(value.utf8)).matrix
    }

    private func size() throws -> SymbolSize? {
        guard let rows, let columns else { return nil }
        guard let size = SymbolSize(rows: rows, columns: columns) else {
            throw NoSuchSize(rows: rows, columns: columns)
        }
        return size
    }
}
