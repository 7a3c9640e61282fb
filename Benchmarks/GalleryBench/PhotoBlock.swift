import EspySamples

/// The metadata that a camera writes into a photo: its name, the time, and the place.
struct PhotoBlock {
    /// A JPEG segment.
    let segment: [UInt8]

    init(number: Int, month: Int, random: inout SampleRandom) {
        let day = 1 + number / 120 % 28
        let time =
            "\(2014 + month / 12):\(Self.two(1 + month % 12)):\(Self.two(day)) "
            + "\(Self.two(random.integer(in: 6...22))):\(Self.two(random.integer(in: 0...59))):\(Self.two(number % 60))"
        let model = ["Camera One", "Camera Two", "Phone 3"][random.integer(in: 0...2)]
        var main = Directory(entries: [(0x010F, .text("Espy")), (0x0110, .text(model))])
        main.below.append((0x8769, Directory(entries: [(0x9003, .text(time))])))
        if random.chance(0.6) {
            let (north, east) = (random.integer(in: 36...58), random.integer(in: 0...24))
            main.below.append(
                (
                    0x8825,
                    Directory(entries: [
                        (0x0001, .text("N")), (0x0002, .degrees(north, random.integer(in: 0...59))),
                        (0x0003, .text("E")), (0x0004, .degrees(east, random.integer(in: 0...59))),
                    ])
                ))
        }
        let tiff = Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + main.written(at: 8)
        let body = Array("Exif\0\0".utf8) + tiff
        segment = [0xFF, 0xE1, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private enum Value {
        case text(String)
        case degrees(Int, Int)

        var type: Int { if case .text = self { 2 } else { 5 } }
        var count: Int { if case .text(let text) = self { text.utf8.count + 1 } else { 3 } }
        var bytes: [UInt8] {
            switch self {
            case .text(let text): Array(text.utf8) + [0]
            case .degrees(let degrees, let minutes): [degrees, 1, minutes, 1, 0, 1].flatMap { PhotoBlock.big($0, 4) }
            }
        }
    }

    /// A TIFF directory with subdirectories.
    private struct Directory {
        var entries: [(tag: Int, value: Value)]
        var below: [(tag: Int, directory: Directory)] = []

        func written(at place: Int) -> [UInt8] {
            let count = entries.count + below.count
            var (head, tail) = (PhotoBlock.big(count, 2), [UInt8]())
            let rest = place + 2 + 12 * count + 4
            for entry in entries {
                head += PhotoBlock.big(entry.tag, 2) + PhotoBlock.big(entry.value.type, 2)
                head += PhotoBlock.big(entry.value.count, 4)
                let bytes = entry.value.bytes
                if bytes.count <= 4 {
                    head += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
                } else {
                    head += PhotoBlock.big(rest + tail.count, 4)
                    tail += bytes
                }
            }
            for entry in below {
                head += PhotoBlock.big(entry.tag, 2) + PhotoBlock.big(4, 2) + PhotoBlock.big(1, 4)
                head += PhotoBlock.big(rest + tail.count, 4)
                tail += entry.directory.written(at: rest + tail.count)
            }
            return head + PhotoBlock.big(0, 4) + tail
        }
    }

    fileprivate static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
}
