import Espy
import EspyApp
import EspySystem
import EspyTrials

/// What `espy shelf compare` answers.
struct CompareReport: Encodable {
    /// Version of this shape. Keys may be added under the same number; none is renamed or dropped.
    static let schema = 1

    struct Photo: Encodable {
        let file: String
        let agreement: SpineAgreement
        /// True spines; nil without truth, as the others.
        var spines: Int?
        var classical: Found?
        var trained: Found?

        struct Found: Encodable {
            let found: Int
            let right: Int
        }
    }

    let schema = CompareReport.schema
    let photos: [Photo]
    /// Of all photos; the classical detector is the first.
    let agreement: SpineAgreement
    /// Nil without truth.
    let comparison: PairedComparison?

    init(_ outcomes: [CompareOutcome]) {
        photos = outcomes.compactMap { outcome in
            outcome.agreement.map { Photo(outcome.input.name, $0, outcome.frame) }
        }
        agreement = photos.reduce(SpineAgreement()) { $0 + $1.agreement }
        let frames = outcomes.compactMap(\.frame)
        comparison = frames.isEmpty ? nil : PairedComparison(frames, first: "classical", second: "trained")
    }

    /// For people.
    var text: String {
        let isJudged = comparison != nil
        let titles = isJudged ? ["spines", "classical", "trained"] : ["both", "only classical", "only trained"]
        var lines = ["".padded(to: 32) + titles.map { $0.aligned(16) }.joined()]
        lines += photos.map { photo in
            let name = printable(Path.name(of: photo.file))
            return (name.count > 30 ? "…" + name.suffix(29) : name).padded(to: 32)
                + photo.numbers.map { $0.aligned(16) }.joined()
        }
        guard let comparison else {
            let numbers = [agreement.both, agreement.onlyFirst, agreement.onlySecond].map { "\($0)".aligned(16) }
            lines.append("all".padded(to: 32) + numbers.joined())
            if let share = agreement.share {
                let percent = Int((100 * share).rounded())
                lines.append("of all spines that either outlines, both outline \(percent) %")
            }
            return lines.joined(separator: "\n") + "\n"
        }
        return lines.joined(separator: "\n") + "\n\n" + comparison.text
    }
}

extension CompareReport.Photo {
    fileprivate init(_ file: String, _ agreement: SpineAgreement, _ frame: ComparedFrame?) {
        self.init(file: file, agreement: agreement)
        guard let frame else { return }
        spines = frame.truth.count
        classical = Found(found: frame.firstCount, right: frame.truth.count { $0.first })
        trained = Found(found: frame.secondCount, right: frame.truth.count { $0.second })
    }

    /// `12 of 13` are right of those found.
    fileprivate var numbers: [String] {
        guard let spines, let classical, let trained else {
            return [agreement.both, agreement.onlyFirst, agreement.onlySecond].map(String.init)
        }
        return ["\(spines)"] + [classical, trained].map { "\($0.right) of \($0.found)" }
    }
}

extension String {
    fileprivate func aligned(_ width: Int) -> String { String(repeating: " ", count: max(1, width - count)) + self }
}
