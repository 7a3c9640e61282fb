extension SymbolLayout {
    /// The codewords as the modules show them, data before check codewords, blocks interleaved.
    func codewords(in modules: [UInt8]) -> [UInt8] {
        gather(modules) { value, module in value << 1 | (module & 1) }
    }

    /// The doubt of each codeword: that of its most doubtful module.
    func codewordDoubts(_ doubts: [UInt8]) -> [UInt8] {
        gather(doubts, max)
    }

    @inline(__always)
    private func gather(_ modules: [UInt8], _ combine: (UInt8, UInt8) -> UInt8) -> [UInt8] {
        let total = size.codewords
        precondition(modules.count == template.count && bits.count >= 8 * total)
        return [UInt8](unsafeUninitializedCapacity: total) { result, count in
            modules.withUnsafeBufferPointer { modules in
                bits.withUnsafeBufferPointer { bits in
                    for index in 0..<total {
                        var value: UInt8 = 0
                        for bit in 8 * index..<8 * index + 8 { value = combine(value, modules[Int(bits[bit])]) }
                        result[index] = value
                    }
                }
            }
            count = total
        }
    }
}
