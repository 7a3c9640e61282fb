import Foundation

/// The command line is not valid.
struct UsageError: Error {}

/// One kind of work, with everything preloaded.
protocol Bench {
    associatedtype Line: Encodable
    /// Processes one file.
    func line(for file: String) async -> Line
}

/// The remaining command-line arguments.
struct Arguments {
    private var words: [String]

    init(_ words: ArraySlice<String>) { self.words = Array(words) }

    mutating func next() -> String? { words.isEmpty ? nil : words.removeFirst() }

    /// - Throws: ``UsageError`` if none is left.
    mutating func required() throws -> String {
        guard let word = next() else { throw UsageError() }
        return word
    }

    /// Removes a flag with its value from the arguments, and returns the value.
    mutating func value(of flag: String) throws -> String? {
        guard let place = words.firstIndex(of: flag) else { return nil }
        guard place + 1 < words.count else { throw UsageError() }
        defer { words.removeSubrange(place...place + 1) }
        return words[place + 1]
    }

    /// Removes a flag with a number above 0 from the arguments, and returns the number.
    mutating func number(of flag: String) throws -> Int? {
        guard let text = try value(of: flag) else { return nil }
        guard let number = Int(text), number > 0 else { throw UsageError() }
        return number
    }

    /// Removes `--seeds FIRST-LAST` from the arguments, and returns them, or others if it is not there.
    mutating func seeds(or usual: ClosedRange<UInt64>) throws -> ClosedRange<UInt64> {
        guard let text = try value(of: "--seeds") else { return usual }
        let ends = text.split(separator: "-").compactMap { UInt64($0) }
        guard ends.count == 2, ends[0] <= ends[1] else { throw UsageError() }
        return ends[0]...ends[1]
    }

    /// Removes a flag without a value, and returns whether it was there.
    mutating func has(_ flag: String) -> Bool {
        let before = words.count
        words.removeAll { $0 == flag }
        return words.count < before
    }

    /// Processes the remaining files, or those named on standard input as they arrive.
    func run(_ bench: some Bench) async throws {
        if words.contains(where: { $0.hasPrefix("-") }) { throw UsageError() }
        for file in words { try print(await bench.line(for: file)) }
        guard words.isEmpty else { return }
        while let file = readLine() { try print(await bench.line(for: file)) }
    }

    /// Writes one line of JSON and flushes it, because the reader waits for it.
    func print(_ line: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        FileHandle.standardOutput.write(try encoder.encode(line) + Data("\n".utf8))
    }
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}

/// The fastest and the median of several runs, in milliseconds.
struct Times: Encodable {
    let min: Double
    let median: Double

    /// - Parameter times: at least one.
    init(_ times: [Duration]) {
        let sorted = times.map(\.milliseconds).sorted()
        min = sorted[0]
        median = sorted[sorted.count / 2]
    }
}
