import Foundation

/// Writes inputs of workers, valid and broken, to the folder named by the argument.
@main struct WorkerSeeds {
    static func main() throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments[1])
        for (number, seed) in seeds.enumerated() {
            // The length of the pieces, and the largest size of a photo.
            try Data([6, 2, 0] + Array(seed.utf8)).write(to: folder.appendingPathComponent("worker-\(number)"))
        }
    }

    private static var seeds: [String] {
        let frames = [
            #"{"id":"a","bytes":3}"#, #"{"id":"a","path":"b.jpg"}"#, #"{"id":"ö\u00e9","bytes":0,"new":[{"x":null}]}"#,
            #"{"id":"a","bytes":900}"#, #"{"id":1}"#, "[]", "",
        ].map { $0 + "\n" }
        let long = frames[3] + String(repeating: "x", count: 900)
        return frames + [
            frames[0] + "xyz" + frames[1], frames[0] + "xy", String(frames[1].dropLast()),
            frames[0] + "xyz" + frames[2] + long + frames[1],
        ]
    }
}
