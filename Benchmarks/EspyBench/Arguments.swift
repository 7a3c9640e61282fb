import Foundation

/// The command line was not understood.
struct UsageError: Error {}

/// One kind of work, with everything loaded that can be.
protocol Bench {
    associatedtype Line: Encodable
    /// Does the work for one file.
    func line(for file: String) async -> Line
}

/// What is left of the command line.
struct Arguments {
    private var words: [String]

    init(_ words: ArraySlice<String>) { self.words = Array(words) }

    mutating func next() -> String? { words.isEmpty ? nil : words.removeFirst() }

    /// - Throws: ``UsageError`` when there is none left.
    mutating func required() throws -> String {
        guard let word = next() else { throw UsageError() }
        return word
    }

    /// Takes a flag with its value out of the command line.
    mutating func value(of flag: String) throws -> String? {
        guard let place = words.firstIndex(of: flag) else { return nil }
        guard place + 1 < words.count else { throw UsageError() }
        defer { words.removeSubrange(place...place + 1) }
        return words[place + 1]
    }

    /// Takes a flag with a number above 0 out of the command line.
    mutating func number(of flag: String) throws -> Int? {
        guard let text = try value(of: flag) else { return nil }
        guard let number = Int(text), number > 0 else { throw UsageError() }
        return number
    }

    /// Takes a flag without value out of the command line.
    mutating func has(_ flag: String) -> Bool {
        let before = words.count
        words.removeAll { $0 == flag }
        return words.count < before
    }

    /// Does the work for the files that are left, or for those named on standard input, as they come.
    func run(_ bench: some Bench) async throws {
        if words.contains(where: { $0.hasPrefix("-") }) { throw UsageError() }
        for file in words { try print(await bench.line(for: file)) }
        guard words.isEmpty else { return }
        while let file = readLine() { try print(await bench.line(for: file)) }
    }

    /// Writes one line of JSON at once, since someone waits for it.
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

    /// - Parameter times: one at least.
    init(_ times: [Duration]) {
        let sorted = times.map(\.milliseconds).sorted()
        min = sorted[0]
        median = sorted[sorted.count / 2]
    }
}
