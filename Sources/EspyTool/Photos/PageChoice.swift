import Espy
import EspyApp
import EspySystem

/// Which pictures are meant of files with several.
enum PageChoice {
    case one(Int)
    case all

    /// - Parameter text: a number from 1 on, or `all`.
    init?(_ text: String) {
        if text == "all" {
            self = .all
        } else if let number = Int(text), (1...1_000_000).contains(number) {
            self = .one(number)
        } else {
            return nil
        }
    }

    /// The inputs with a page each. Those of which the pages cannot be told stay as they are: the work itself says why.
    func pages(of inputs: [PhotoInput], _ surroundings: Surroundings) -> [PhotoInput] {
        inputs.flatMap { input -> [PhotoInput] in
            switch self {
            case .one(let number): return [.page(number, of: input)]
            case .all:
                let input = input.kept(surroundings)
                let count = input.pageCount()
                return count > 1 ? (1...count).map { .page($0, of: input) } : [input]
            }
        }
    }
}

extension PhotoInput {
    /// What can be read once alone, read.
    fileprivate func kept(_ surroundings: Surroundings) -> PhotoInput {
        guard case .standardInput = self else { return self }
        let bytes = try? surroundings.input.readAll(limit: Files.inputLimit, name: "-")
        return .bytes(bytes ?? [], name: "-")
    }

    /// 1 also where nobody can say.
    fileprivate func pageCount() -> Int {
        switch self {
        case .file(let path):
            let decoder = ImageDecoder()
            if let start = try? Files.start(of: path, bytes: 256 << 10), let info = decoder.info(ofStart: start) {
                return info.pages
            }
            return (try? Files.read(path)).flatMap { try? decoder.info(of: $0).pages } ?? 1
        case .bytes(let bytes, _): return (try? ImageDecoder().info(of: bytes).pages) ?? 1
        case .standardInput, .unusable, .bareFolder, .page: return 1
        }
    }
}

extension Flags {
    package static let page = Flag(
        "page",
        value: FlagValue(
            "N",
            .text(expected: "a page from 1 on, or all", hints: ["1", "2", "all"], check: { PageChoice($0) != nil })),
        help: """
            Which picture to take of files that hold several, such as the pages of a scan, from 1; all: each is a photo of \
            its own, called FILE page N. By default the first is taken, and a line tells of the others. Frames of an \
            animation are no pages.
            """)
}

extension PictureSource {
    /// What a person should know of where a picture comes from, one line for each thing.
    ///
    /// - Parameters:
    ///   - isChosen: whether somebody asked for this page.
    ///   - canChoose: whether somebody could.
    package func notes(isChosen: Bool = false, canChoose: Bool = true) -> [String] {
        var notes: [String] = []
        if pages > 1, !isChosen {
            let others = canChoose ? "; for the others give --page" : ""
            notes.append("the file has \(pages) pages, and page \(page) alone was read\(others)")
        }
        if frames > 1 { notes.append("an animation of \(frames) frames, of which the first alone was read") }
        if let damage { notes.append("warning: \(damage.text)") }
        return notes
    }
}
