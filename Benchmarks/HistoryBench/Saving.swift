import Espy

/// Adds results one after the other, counts and racks in turn, and prints the ID of each once it is stored.
struct Saving {
    let path: String

    func run(times: Int) async throws {
        let history = try History(path: path, patience: .seconds(60))
        let image = Invented.image(side: 300)
        for number in 0..<times {
            let entry =
                number.isMultiple(of: 2)
                ? try await history.add(
                    Invented.count(detections: 60), CountOptions(), of: image, title: "\(number)", at: number)
                : try await history.add(Invented.rack, .init(), of: image, title: "\(number)", at: number)
            say("\(entry.kind) \(entry.id)")
        }
    }
}
