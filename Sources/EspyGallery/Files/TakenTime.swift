import EspyCodecs

/// When a photo was taken, and how that is known.
struct TakenTime: Sendable, Equatable {
    /// From the surest to the least sure.
    enum Source: String, Sendable, CaseIterable {
        case exif
        /// The name of the file.
        case name
        /// When its bytes changed last.
        case file
    }

    /// Seconds since 1970 as if the clock of the camera had shown UTC.
    let seconds: Int
    let source: Source

    init(_ metadata: PhotoMetadata, _ file: FoundFile) {
        if let seconds = metadata.taken {
            self.init(seconds: seconds, source: .exif)
        } else {
            self.init(file)
        }
    }

    /// What the file tells without being read.
    init(_ file: FoundFile) {
        let name = file.path.split(separator: "/").last.map(String.init) ?? ""
        if let seconds = NamedTime.seconds(in: name) {
            self.init(seconds: seconds, source: .name)
        } else {
            let (seconds, rest) = file.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
            self.init(seconds: rest < 0 ? seconds - 1 : seconds, source: .file)
        }
    }

    private init(seconds: Int, source: Source) { (self.seconds, self.source) = (seconds, source) }
}
