/// Reads the DataMatrix codes in pictures.
struct RackBench: Bench {
    private let repetitions: Int

    init(_ arguments: inout Arguments) throws {
        repetitions = try arguments.number(of: "--repeat") ?? 1
    }

    func line(for file: String) async -> RackLine {
        await RackLine(measuring: file, repetitions: repetitions)
    }
}
