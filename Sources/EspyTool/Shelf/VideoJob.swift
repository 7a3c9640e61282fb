import Espy
import EspyApp
import EspyCodecs
import EspyPixels
import EspySystem

/// Tracks the books in one video from the first frame to the last.
struct VideoJob {
    let plan: ShelfPlan
    let process: ProcessEnvironment
    let console: Console
    let path: String
    let detector: any SpineDetector
    /// Reads the spines; nil outlines them only.
    let text: (any SpineReader)?
    /// Called with the result of each frame.
    let observe: @Sendable (Shelf) -> Void

    /// - Returns: The books. With `--json`, each frame has already been written.
    /// - Throws: `CancellationError`, or an error of standard output.
    func run() async throws -> ShelfOutcome {
        var options = ShelfStreamOptions(confidence: plan.options.confidence)
        // Every frame is processed completely, so that the same video always has the same result.
        options.waits = true
        let stream = ShelfStream(
            detector: detector, text: TextFinder(), reading: text, options: options,
            clock: ContinuousClock(), observe: observe)
        return try await ShelfOutcome(.file(path)) { outcome in
            var seen: (width: Int, height: Int) = (0, 0)
            let failure = await Self.failure { try await follow(stream) { seen = ($0.width, $0.height) } }
            await console.setBar("")
            if failure is CancellationError { throw CancellationError() }
            let books = await stream.books()
            // A damaged video still yields the books that were seen before the damage.
            if failure == nil || !books.isEmpty {
                let shelf = Shelf(books, width: seen.width, height: seen.height)
                outcome.value = ShelfFinding(shelf: shelf, books: books)
                let stem = "\(outcome.input.stem).spines"
                if let table = try plan.run.csv?.writeTable(shelf.csv(), stem: stem) { outcome.files.append(table) }
            }
            if let failure { throw failure }
        }
    }

    private static func failure(_ work: () async throws -> Void) async -> (any Error)? {
        do {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    /// - Parameter see: Called with each processed frame.
    private func follow(_ stream: ShelfStream, _ see: (RGBImage) -> Void) async throws {
        var source = try VideoSource(path, rate: plan.videoRate, process)
        defer { source.close() }
        var progress = VideoProgress(plan.run, console, name: path)
        while let (image, time) = try source.next() {
            let shelf = await stream.look(at: image, time: time)
            try Task.checkCancellation()
            see(image)
            if plan.run.json, shelf.outcome == .processed {
                try await console.answer(try JSONText.line(ShelfAnswer(shelf, file: path)))
            }
            await progress.step(shelf)
        }
    }
}

extension Shelf {
    /// Arranges books that were seen one after the other in a single picture.
    fileprivate init(_ books: [SeenBook], width: Int, height: Int) {
        self.init(
            width: width, height: height,
            spines: books.map {
                Spine(
                    id: $0.id, quad: $0.quad, row: $0.row, confidence: $0.confidence, reading: $0.reading,
                    isbn: $0.isbn)
            })
    }
}

/// Reports the progress of a video from time to time.
private struct VideoProgress {
    /// Seconds of video between two reports.
    private static let pause = 10.0

    private let console: Console
    private let name: String
    private let showsBar: Bool
    private let showsLines: Bool
    private var nextLine = pause

    init(_ plan: RunPlan, _ console: Console, name: String) {
        self.console = console
        self.name = printable(Path.name(of: name))
        showsBar = plan.progress == "auto" && console.isTerminal && !plan.isQuiet
        showsLines = plan.progress == "plain" && !plan.isQuiet
    }

    mutating func step(_ shelf: Shelf) async {
        let seconds = Int(shelf.time)
        let text = "\(name): \(seconds / 60) min \(seconds % 60) s, \(shelf.spines.count) spines in sight"
        if showsBar { await console.setBar(text) }
        guard showsLines, shelf.time >= nextLine else { return }
        nextLine += Self.pause
        await console.note(text)
    }
}

/// The frames of a video in order.
struct VideoSource {
    /// The number of bytes to read at once.
    private static let piece = 1 << 20

    private let path: String
    /// The program that decodes the video; nil for a format that is read directly.
    private let child: ChildProcess?
    private let input: Descriptor
    /// Maximum number of frames per second.
    private let rate: Int
    private var parser = Y4MParser()
    private var buffer = [UInt8](repeating: 0, count: piece)
    private var frames = 0
    private var nextTime = 0.0

    /// File extensions of videos.
    static let extensions: Set<String> = ["mp4", "m4v", "mov", "mkv", "webm", "avi", "y4m"]

    static func isVideo(_ input: PhotoInput) -> Bool {
        guard case .file(let path) = input else { return false }
        return extensions.contains(Path.fileExtension(of: path)) && !Files.isFolder(path)
    }

    /// - Throws: ``Problem`` if it cannot be opened. The caller must call ``close()``.
    init(_ path: String, rate: Int, _ process: ProcessEnvironment) throws {
        (self.path, self.rate) = (path, rate)
        let file = try Self.open(path)
        if Path.fileExtension(of: path) == "y4m" {
            (child, input) = (nil, file)
            return
        }
        // Opened only to report errors earlier and more clearly.
        _ = shut(file)
        guard let program = FFmpeg.find(process) else {
            throw Problem("noFFmpeg", "videos need ffmpeg; run: apt-get install ffmpeg")
        }
        do {
            let child = try ChildProcess(
                program, FFmpeg.arguments(path, rate: rate), variables: process.environment.variables,
                errors: process.errors)
            (self.child, input) = (child, child.output)
        } catch {
            throw Problem(error)
        }
    }

    /// Returns the next frame and its time in seconds; nil at the end.
    ///
    /// - Throws: ``Problem`` if the video is damaged, or `CancellationError`.
    mutating func next() throws -> (image: RGBImage, time: Double)? {
        while let image = try frame() {
            let time = Double(frames) / (parser.format?.rate ?? 30)
            frames += 1
            // A video that is read directly may have a higher frame rate.
            guard time >= nextTime - 1e-6 else { continue }
            nextTime = max(nextTime + 1 / Double(rate), time)
            return (image, time)
        }
        return nil
    }

    /// Stops the decoding program if it is still running.
    func close() {
        if let child { child.end() } else { _ = shut(input) }
    }

    private mutating func frame() throws -> RGBImage? {
        do {
            while true {
                if let image = try parser.next() { return image }
                if try !readMore() { break }
            }
            if parser.format == nil, child != nil { throw VideoError.notAVideo }
            try parser.finish()
            return nil
        } catch let error as VideoError {
            throw Problem(error)
        }
    }

    /// - Returns: false at the end.
    private mutating func readMore() throws -> Bool {
        do throws(FileError) {
            let piece = try input.readPiece(&buffer, name: path)
            parser.feed(piece)
            return !piece.isEmpty
        } catch {
            if error.cause == .system(ECANCELED) { throw CancellationError() }
            throw Problem(error)
        }
    }

    private static func open(_ path: String) throws -> Descriptor {
        let number = openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw Problem(FileError.last(path)) }
        guard Files.size(path) != nil else {
            _ = shut(Descriptor(number))
            throw Problem(FileError(path, .special))
        }
        return Descriptor(number)
    }
}

// Methods of the same names hide those of the C library.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func shut(_ file: Descriptor) -> Int32 { close(file.number) }

extension VideoSource {
    /// Returns what decodes the first frame of a video; nil without ffmpeg.
    static func poster(_ process: ProcessEnvironment) -> GalleryIndexer.Poster? {
        guard FFmpeg.find(process) != nil else { return nil }
        return { path in
            guard var source = try? VideoSource(path, rate: 1, process) else { return nil }
            defer { source.close() }
            return try? source.next()?.image
        }
    }
}

/// The program that decodes videos; optional.
enum FFmpeg {
    /// Maximum length of a frame's longer side, in pixels.
    static let longSide = 1920
    /// Maximum length of a video, in seconds.
    static let mostSeconds = 4 * 3600

    /// - Returns: The full path, or nil if it is not installed.
    static func find(_ process: ProcessEnvironment) -> String? {
        ChildProcess.find("ffmpeg", path: process.variable("PATH"))
    }

    /// The arguments to write the frames of a video to standard output, upright and uncompressed.
    ///
    /// The video is untrusted: other files and network addresses in it are not opened, and only video containers are
    /// read.
    ///
    /// - Parameter rate: Maximum number of frames per second.
    static func arguments(_ path: String, rate: Int) -> [String] {
        let size = "scale='min(iw,\(longSide))':'min(ih,\(longSide))':force_original_aspect_ratio=decrease"
        let even = "force_divisible_by=2:out_color_matrix=bt601:out_range=tv"
        let pace = "fps='min(source_fps,\(rate))'"
        return ["-nostdin", "-loglevel", "quiet", "-protocol_whitelist", "file,pipe"]
            + ["-format_whitelist", "mov,matroska,avi,yuv4mpegpipe", "-t", String(mostSeconds)]
            + ["-i", "file:\(path)", "-map", "0:v:0", "-an", "-sn", "-dn", "-vf", "\(pace),\(size):\(even)"]
            + ["-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", "pipe:1"]
    }
}
