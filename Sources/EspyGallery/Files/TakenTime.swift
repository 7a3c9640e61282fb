import EspyCodecs

/// When a photo was taken, and how that is known.
struct TakenTime: Sendable, Equatable {
    /// From the surest to the least sure.
    enum Source: String, Sendable, CaseIterable {
        case exif
        /// A file beside the photo.
        case sidecar
        /// The name of the file.
        case name
        /// When a program changed it last, in its own words.
        case changed
        /// When its bytes changed last.
        case file
    }

    let time: PhotoTime
    let source: Source

    /// Seconds since 1970 as if the clock of the camera had shown UTC.
    var seconds: Int { time.seconds }

    /// - Parameters:
    ///   - metadata: of the file itself.
    ///   - beside: what its sidecars say.
    ///   - isUniversal: whether that is the time in Greenwich.
    init(_ metadata: PhotoMetadata, beside: PhotoTime? = nil, isUniversal: Bool = false, _ file: FoundFile) {
        let name = NamedTime.time(in: file.path.split(separator: "/").last.map(String.init) ?? "")
        // The same moment by the clock of the phone is what is wanted.
        let isNamed = isUniversal && beside.map { name?.isInAnyZone($0) ?? false } ?? false
        let (seconds, rest) = file.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
        let known: [(PhotoTime?, Source)] = [
            (metadata.time, .exif), (isNamed ? nil : beside, .sidecar), (name, .name),
            (metadata.changed.map { PhotoTime(seconds: $0) }, .changed),
        ]
        let times = known.compactMap { time, source in time.map { TakenTime(time: $0, source: source) } }
        let file = TakenTime(time: PhotoTime(seconds: rest < 0 ? seconds - 1 : seconds), source: .file)
        self =
            times.reduce(nil) { best, next in
                // A later one that says the same more exactly; programs do not know when they were not there.
                guard let best else { return next }
                return next.source != .changed && next.time.isMoreExact(than: best.time) ? next : best
            } ?? file
    }

    private init(time: PhotoTime, source: Source) { (self.time, self.source) = (time, source) }
}

extension PhotoTime {
    /// May this be the same moment on a clock in another zone? Names are given some seconds after the shot.
    fileprivate func isInAnyZone(_ universal: PhotoTime) -> Bool {
        let gap = seconds - universal.seconds
        let rest = ((gap % 900) + 900) % 900
        return detail == nil && universal.detail == nil && abs(gap) <= 14 * 3_600 && min(rest, 900 - rest) <= 10
    }
}
