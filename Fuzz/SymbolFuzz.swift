// Module: DataMatrix
// Longest input: 4000

import DataMatrix

/// The first byte decides what the others are: modules, codewords, a damaged symbol, or a message to write.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSymbol(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = FuzzInput(bytes: Array(UnsafeBufferPointer(start: data, count: count)))
    switch input.next() % 4 {
    case 0: fuzzModules(&input)
    case 1: fuzzCodewords(input.rest())
    case 2: fuzzDamage(&input)
    default: fuzzMessage(&input)
    }
    return 0
}

/// Reads zeros after the end.
private struct FuzzInput {
    let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> UInt8 {
        defer { index += 1 }
        return index < bytes.count ? bytes[index] : 0
    }

    mutating func rest() -> [UInt8] {
        defer { index = bytes.count }
        return Array(bytes.dropFirst(index))
    }

    mutating func size() -> SymbolSize { SymbolSize.all[Int(next()) % SymbolSize.all.count] }
}

/// Random modules with random doubts.
private func fuzzModules(_ input: inout FuzzInput) {
    let size = input.size()
    let decoder = SymbolDecoder(limits: input.next() % 2 == 0 ? .alone : .confirmed)
    let doubted = input.next() % 2 == 0
    let values = (0..<size.rows * size.columns).map { _ in input.next() }
    let doubts = doubted ? values.map { $0 & 0xFE } : nil
    guard let read = try? decoder.decode(modules: values.map { $0 & 1 }, size: size, doubts: doubts) else { return }
    precondition(read.spare >= decoder.limits.minimumSpare && read.evidence >= decoder.limits.minimumEvidence)
    expectWritable(read.message)
}

/// Random codewords as a message.
private func fuzzCodewords(_ codewords: [UInt8]) {
    for rules in [.standard, .asOthersRead] as [MessageParser.Rules] {
        guard let parsed = try? MessageParser.parse(codewords, rules) else { continue }
        precondition(parsed.padCount <= codewords.count)
        _ = (parsed.message.text, parsed.message.value, parsed.message.segments)
        // Empty messages can only be read by the rules of the standard.
        if rules == .standard || !parsed.message.bytes.isEmpty { expectWritable(parsed.message) }
    }
}

/// A valid symbol with errors that it can correct.
private func fuzzDamage(_ input: inout FuzzInput) {
    let size = input.size()
    let errors = Int(input.next()) % (size.errorCodewordsPerBlock / 2 + 1)
    let damage = (0..<errors).map { _ in (place: Int(input.next()) % size.codewords, value: input.next()) }
    let data = Array((input.rest() + [UInt8](repeating: 0, count: size.dataCodewords)).prefix(size.dataCodewords))
    var codewords = BlockLayout.common(size).addingChecks(to: data)
    for (place, value) in damage { codewords[place] ^= value }
    let symbol = Symbol(size: size, codewords: codewords)
    let decoder = SymbolDecoder(limits: .init(minimumSpare: 0, minimumEvidence: 0))
    switch Result(catching: { () throws(SymbolDecoder.Failure) in try decoder.decode(symbol.matrix) }) {
    case .success(let read): precondition(read.codewords == data)
    case .failure(.malformed): break
    case .failure(let failure): preconditionFailure("\(failure)")
    }
}

/// A message in every shape and mode: it must be read back as written.
private func fuzzMessage(_ input: inout FuzzInput) {
    var encoder = SymbolEncoder()
    let choice = Int(input.next())
    encoder.shape = [.square, .rectangular, .extended, .exact(input.size())][choice % 4]
    let mode = choice / 4 % (Encodation.allCases.count + 1)
    encoder.encodation = mode < Encodation.allCases.count ? Encodation.allCases[mode] : nil
    let kinds = Message.Kind.allCases
    let kind = kinds[Int(input.next()) % kinds.count]
    let eci = Int(input.next()) << 12 | Int(input.next()) << 4
    let offset = Int(input.next())
    let bytes = Array(input.rest().prefix(3200))
    let isMarked = eci > 0 && offset <= bytes.count && ![.macro05, .macro06, .industry].contains(kind)
    let message = Message(
        bytes: bytes, kind: kind, interpretations: isMarked ? [Interpretation(offset: offset, eci: eci)] : [])
    guard let symbol = try? encoder.encode(message) else { return }
    precondition((try? SymbolDecoder().decode(symbol.matrix).message) == message)
}

/// A message that was read can be written, unless it is longer than any symbol, and reads the same.
private func expectWritable(_ message: Message) {
    do {
        let symbol = try SymbolEncoder().encode(message)
        precondition((try? SymbolDecoder().decode(symbol.matrix).message) == message)
    } catch {
        guard case .tooLong = error else { preconditionFailure("\(error)") }
    }
}
