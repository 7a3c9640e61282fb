import COpenVINO

extension espy_ov_shape {
    init(_ lengths: [Int]) {
        self.init()
        rank = Int32(lengths.count)
        withUnsafeMutableBytes(of: &self.lengths) { bytes in
            let numbers = bytes.bindMemory(to: Int64.self)
            for (index, length) in lengths.prefix(numbers.count).enumerated() { numbers[index] = Int64(length) }
        }
    }

    /// -1 where a length is open.
    var array: [Int] {
        withUnsafeBytes(of: lengths) { $0.bindMemory(to: Int64.self).prefix(Int(rank)).map(Int.init) }
    }
}
