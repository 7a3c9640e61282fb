/// Writes symbols.
public struct SymbolEncoder: Sendable {
    public init() {}

    public func encode(_ bytes: [UInt8], size: SymbolSize? = nil) throws(EncodingError) -> Symbol {
        var data: [UInt8] = []
        var index = 0
        let isDigit = { (value: UInt8) in (48...57).contains(value) }
        while index < bytes.count {
            if index + 1 < bytes.count, isDigit(bytes[index]), isDigit(bytes[index + 1]) {
                data.append(130 + (bytes[index] - 48) * 10 + bytes[index + 1] - 48)
                index += 2
                continue
            }
            if bytes[index] > 127 { data.append(235) }
            data.append((bytes[index] & 127) + 1)
            index += 1
        }
        let candidates = size.map { [$0] } ?? SymbolSize.square
        guard let size = candidates.first(where: { $0.dataCodewords >= data.count }) else { throw .tooLong }
        if data.count < size.dataCodewords { data.append(Randomizer.pad) }
        while data.count < size.dataCodewords { data.append(Randomizer.pad(at: data.count + 1)) }
        return Symbol(size: size, dataCodewords: data)
    }
}

public enum EncodingError: Error { case tooLong }
