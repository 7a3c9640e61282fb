import Espy

/// The frames of a film, one after the other.
struct FilmSource {
    /// How many bytes are read at once.
    private static let piece = 1 << 20

    private let path: String
    /// The program that reads the film; nil for one that is read here.
    private let child: Child?
    private let input: Descriptor
    /// Frames per second that are wanted at most.
    private let rate: Int
    private var parser = Y4MParser()
    private var buffer = [UInt8](repeating: 0, count: piece)
    private var frames = 0
    private var nextTime = 0.0

    /// Extensions of films.
    static let extensions: Set<String> = ["mp4", "m4v", "mov", "mkv", "webm", "avi", "y4m"]

    static func isFilm(_ input: PhotoInput) -> Bool {
        guard case .file(let path) = input else { return false }
        return extensions.contains(Path.fileExtension(of: path)) && !Files.isFolder(path)
    }

    /// - Throws: ``Problem`` when it cannot be opened. Whoever opened it must call ``close()``.
    init(_ path: String, rate: Int, _ surroundings: Surroundings) throws {
        (self.path, self.rate) = (path, rate)
        let file = try Self.open(path)
        if Path.fileExtension(of: path) == "y4m" {
            (child, input) = (nil, file)
            return
        }
        // It was opened only to say sooner, and better, why it cannot be.
        _ = shut(file)
        guard let program = FFmpeg.find(surroundings) else {
            throw Problem("noFFmpeg", "ffmpeg, which reads films, is not there; run: apt-get install ffmpeg")
        }
        do {
            let child = try Child(program, FFmpeg.arguments(path, rate: rate), surroundings)
            (self.child, input) = (child, child.output)
        } catch {
            throw Problem(error)
        }
    }

    /// The next frame and its time in seconds; nil at the end.
    ///
    /// - Throws: ``Problem`` where the film is damaged, or `CancellationError`.
    mutating func next() throws -> (image: RGBImage, time: Double)? {
        while let image = try frame() {
            let time = Double(frames) / (parser.format?.rate ?? 30)
            frames += 1
            // A film that is read here may have more frames than are wanted.
            guard time >= nextTime - 1e-6 else { continue }
            nextTime = max(nextTime + 1 / Double(rate), time)
            return (image, time)
        }
        return nil
    }

    /// Ends the program that reads it, if that has not come to its end.
    func close() {
        if let child { child.end() } else { _ = shut(input) }
    }

    private mutating func frame() throws -> RGBImage? {
        do {
            while true {
                if let image = try parser.next() { return image }
                if try !readMore() { break }
            }
            if parser.format == nil, child != nil { throw FilmError.notAFilm }
            try parser.finish()
            return nil
        } catch let error as FilmError {
            throw Problem(error)
        }
    }

    /// - Returns: false at the end.
    private mutating func readMore() throws -> Bool {
        while true {
            guard input.waitForInput() else { throw CancellationError() }
            let count = buffer.withUnsafeMutableBytes { read(input.number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Problem(FileError.last(path)) }
            parser.feed(buffer[..<count])
            return count > 0
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

// Methods of the same names are nearer than those of the C library.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func shut(_ file: Descriptor) -> Int32 { close(file.number) }

extension Problem {
    fileprivate init(_ error: FilmError) {
        switch error {
        case .notAFilm: self.init("notAFilm", "no film that can be read is in it; save it as MP4")
        case .unsupported(let kind):
            self.init(
                "unsupportedFilm", "frames of the kind \(printable(kind)) are not read; use 420, 422, 444 or mono")
        case .tooManyPixels(let width, let height, let limit):
            self.init(
                "tooManyPixels",
                "\(width) x \(height) pixels are more than the \(limit / 1_000_000) million of a frame; save it smaller"
            )
        case .damaged(let reason): self.init("damagedFilm", "the film is damaged (\(reason)); copy it again")
        case .truncated: self.init("truncatedFilm", "the film ends within a frame; copy it again")
        }
    }
}
