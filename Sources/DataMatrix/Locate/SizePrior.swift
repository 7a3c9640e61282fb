/// A size to expect, how large, and on which ground.
struct SizePrior: Sendable {
    let size: SymbolSize
    /// Pixels of the view per module.
    let module: Float
    /// Factors of `module` to try.
    let scales: [Float]
    /// `nil` for both.
    let polarity: Polarity?

    /// Pixels of the view along the longer side.
    var side: Float { module * Float(max(size.rows, size.columns)) }

    /// The plane where a module has two to four pixels: sharp enough to read, small enough to search quickly.
    func plane(of planes: [Plane]) -> Plane {
        planes.last { module / Float($0.scale) >= 1.9 } ?? planes[0]
    }

    /// The squares used most on small labels.
    static func common(side: Float) -> [SizePrior] {
        SymbolSize.square.filter { $0.rows <= 20 }.map { size in
            SizePrior(
                size: size, module: side / Float(size.rows), scales: [1, 0.92, 1.08, 0.85, 1.17], polarity: nil)
        }
    }

    /// One for each size and polarity read so far, with the median module of those, most frequent first: one photo
    /// mostly shows one kind of label.
    static func like(_ found: [SymbolSearch.Found]) -> [SizePrior] {
        var modules: [Kind: [Float]] = [:]
        for entry in found {
            let kind = Kind(size: entry.reading.size, isInverted: entry.reading.isInverted)
            modules[kind, default: []].append(entry.outline.module(of: entry.reading.size))
        }
        let ranked = modules.sorted { ($0.value.count, $0.key.size.index) > ($1.value.count, $1.key.size.index) }
        return ranked.map { kind, modules in
            SizePrior(
                size: kind.size, module: modules.sorted()[modules.count / 2], scales: [1, 0.93, 1.07],
                polarity: kind.isInverted ? .lightOnDark : .darkOnLight)
        }
    }

    private struct Kind: Hashable {
        let size: SymbolSize
        let isInverted: Bool
    }
}

extension Outline {
    /// Mean pixels per module.
    func module(of size: SymbolSize) -> Float {
        0.5 * (width / Float(size.columns) + height / Float(size.rows))
    }
}
