import DataMatrix

extension SampleCode {
    /// The modules of the code.
    func symbol() throws -> BitMatrix {
        let n = rows ?? 12
        var m = BitMatrix(rows: n, columns: n)
        var r = SampleRandom(seed: UInt64(value.utf8.reduce(0) { $0 &* 31 &+ Int($1) }))
        for i in 0..<n {
            for j in 0..<n {
                m[i, j] = j == 0 || i == n - 1 || (i == 0 ? j % 2 == 0 : j == n - 1 ? i % 2 == 1 : r.chance(0.5))
            }
        }
        return m
    }
}
