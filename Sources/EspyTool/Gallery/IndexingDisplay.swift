import Espy
import EspyApp

/// How far indexing is, as a bar on a terminal or as a line every few seconds.
struct IndexingDisplay: Sendable {
    private let console: Console
    private let showsBar: Bool
    private let showsLines: Bool
    private let stream: AsyncStream<IndexingProgress>
    private let reports: AsyncStream<IndexingProgress>.Continuation

    init(_ console: Console, _ settings: Settings, isQuiet: Bool) {
        self.console = console
        let progress = settings.text(.progress)
        showsBar = progress == "auto" && console.isTerminal && !isQuiet
        showsLines = progress == "plain" && !isQuiet
        (stream, reports) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Never waits.
    func tell(_ progress: IndexingProgress) { reports.yield(progress) }

    /// Draws until it is finished.
    func draw() async {
        var lines = 0
        for await progress in stream {
            let line = Self.line(progress)
            if showsBar { await console.setBar(line) }
            // About ten reports come each second.
            if showsLines, lines % 20 == 0 { await console.note(line) }
            lines += 1
        }
    }

    func finish(_ drawing: Task<Void, Never>) async {
        reports.finish()
        await drawing.value
        await console.setBar("")
    }

    /// `reading 420 of 10000, 31 photos/s, 5 min left, 2 not readable`
    package static func line(_ progress: IndexingProgress) -> String {
        let isScanning = progress.phase == .scanning
        var parts = [
            "\(progress.phase.rawValue) \(progress.done)" + (isScanning ? " files" : " of \(progress.total)")
        ]
        if !isScanning, progress.rate > 0 { parts.append("\(Self.number(progress.rate)) photos/s") }
        if let left = progress.secondsLeft { parts.append("\(Self.time(left)) left") }
        if progress.failed > 0 { parts.append("\(progress.failed) not readable") }
        if let pause = progress.pause { parts.append("waiting: \(pause.words)") }
        return parts.joined(separator: ", ")
    }

    private static func number(_ rate: Double) -> String {
        rate < 10 ? String((rate * 10).rounded() / 10) : String(Int(min(rate, 1e6).rounded()))
    }

    private static func time(_ seconds: Double) -> String {
        switch seconds {
        case ..<60: "\(Int(seconds.rounded(.up))) s"
        case ..<7200: "\(Int((seconds / 60).rounded(.up))) min"
        default: "\(Int(min(seconds / 3600, 1e6).rounded(.up))) h"
        }
    }
}

extension PauseReason {
    /// Why, as part of a sentence.
    var words: String {
        switch self {
        case .heat(let degrees, let limit): "the machine has \(Int(degrees)) °C (limit \(Int(limit)))"
        case .battery(let percent, let limit): "the battery is at \(percent) % (limit \(limit))"
        case .load(let load, _): "others have much to do (load \(Int(load.rounded())) for each processor)"
        case .asked: "paused"
        }
    }
}
