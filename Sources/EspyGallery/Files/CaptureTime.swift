import EspyCodecs

/// When a photo was taken, and the source of that time.
struct CaptureTime: Sendable, Equatable {
    /// From most to least reliable.
    enum Source: String, Sendable, CaseIterable {
        case exif
        /// A file beside the photo.
        case sidecar
        /// The name of the file.
        case name
        /// When a program last changed it, according to its metadata.
        case changed
        /// The modification time of the file.
        case file
    }

    let time: PhotoTime
    let source: Source

    /// Seconds since 1970 as if the camera's clock had shown UTC.
    var seconds: Int { time.seconds }

    /// - Parameters:
    ///   - metadata: of the file itself.
    ///   - beside: the time in its sidecars.
    ///   - isUniversal: whether that is UTC.
    init(_ metadata: PhotoMetadata, beside: PhotoTime? = nil, isUniversal: Bool = false, _ file: FoundFile) {
        let name = FilenameDate.time(in: file.path.split(separator: "/").last.map(String.init) ?? "")
        // The same moment by the phone's clock, as in a file's name, is preferred.
        let isNamed = isUniversal && beside.map { name?.isInAnyZone($0) ?? false } ?? false
        let (seconds, rest) = file.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
        let known: [(PhotoTime?, Source)] = [
            (metadata.time, .exif), (isNamed ? nil : beside, .sidecar), (name, .name),
            (metadata.changed.map { PhotoTime(seconds: $0) }, .changed),
        ]
        let times = known.compactMap { time, source in time.map { CaptureTime(time: $0, source: source) } }
        let file = CaptureTime(time: PhotoTime(seconds: rest < 0 ? seconds - 1 : seconds), source: .file)
        self =
            times.reduce(nil) { best, next in
                // A later one that agrees but is more precise; programs may not know the exact time.
                guard let best else { return next }
                return next.source != .changed && next.time.isMoreExact(than: best.time) ? next : best
            } ?? file
    }

    private init(time: PhotoTime, source: Source) { (self.time, self.source) = (time, source) }

    /// The time to show for a photo in the gallery: nil where only the file's time is known.
    static func shown(_ seconds: Int, _ source: String) -> Int? { source == Source.file.rawValue ? nil : seconds }
}

extension PhotoTime {
    /// Whether both may be the same moment in different time zones. Names are made some seconds after the shot.
    fileprivate func isInAnyZone(_ universal: PhotoTime) -> Bool {
        let gap = seconds - universal.seconds
        let rest = ((gap % 900) + 900) % 900
        return detail == nil && universal.detail == nil && abs(gap) <= 14 * 3_600 && min(rest, 900 - rest) <= 10
    }
}

/// The date that phones and messengers put into photo names: `IMG_20190521_104552.jpg`, `Screenshot 2019-05-21 at
/// 2.45.52 PM.png`, `IMG-20190521-WA0003.jpg`, `FB_IMG_1558435552123.jpg`.
enum FilenameDate {
    /// As if the clock had shown UTC; only the day where the name contains no time.
    static func time(in name: String) -> PhotoTime? {
        let bytes = Array(name.utf8)
        for start in bytes.indices where isDigit(bytes[start]) && (start == 0 || !isDigit(bytes[start - 1])) {
            if let time = date(bytes, start) { return time }
        }
        return stamp(in: name)
    }

    private static func date(_ bytes: [UInt8], _ start: Int) -> PhotoTime? {
        var place = start
        guard let year = number(bytes, &place, 4), (1900...2100).contains(year) else { return nil }
        let separator = place < bytes.count && !isDigit(bytes[place]) ? bytes[place] : nil
        guard separator.map({ "-_.".utf8.contains($0) }) ?? true else { return nil }
        if separator != nil { place += 1 }
        guard let month = number(bytes, &place, 2) else { return nil }
        if let separator {
            guard place < bytes.count, bytes[place] == separator else { return nil }
            place += 1
        }
        guard let day = number(bytes, &place, 2), month > 0, day > 0 else { return nil }
        if let clock = clock(bytes, place), let time = CameraTime.time([year, month, day] + clock) { return time }
        // More digits right after the eight make it a number, not a day.
        guard place == bytes.count || !isDigit(bytes[place]) else { return nil }
        return CameraTime.time([year, month, day])
    }

    /// The words between day and time, letters only.
    private static let joints: Set = [
        "", "t", "at", "um", "à", "alas", "às", "as", "alle", "om", "kl", "klo", "v", "ve", "в", "о", "o", "la", "ore",
    ]

    /// The time after a day.
    private static func clock(_ bytes: [UInt8], _ start: Int) -> [Int]? {
        var place = start
        while place < bytes.count, place - start < 24, !isDigit(bytes[place]) { place += 1 }
        let gap = bytes[start..<place]
        let before = DayHalf.word(gap)
        guard
            joints.contains(before) && (!before.isEmpty || gap.allSatisfy { " -_.,".utf8.contains($0) })
                || DayHalf.isKnown(before), var parts = numbers(bytes, &place, isTold: !before.isEmpty)
        else { return nil }
        guard let hour = DayHalf.hour(parts[0], [before, half(bytes[place...])]) else { return nil }
        parts[0] = hour
        return parts
    }

    /// Hours, minutes and seconds: `104552`, `10.45.52`, `2.45.52`; seconds may be missing only after a word that
    /// announces a time.
    private static func numbers(_ bytes: [UInt8], _ place: inout Int, isTold: Bool) -> [Int]? {
        let length = bytes[place...].prefix(while: isDigit).count
        let first = length >= 6 ? 2 : length
        guard first == 1 || first == 2, let hour = number(bytes, &place, first) else { return nil }
        var parts = [hour]
        while parts.count < 3 {
            var next = place
            if length < 6 {
                guard next < bytes.count, "-_.:".utf8.contains(bytes[next]) else { break }
                next += 1
            }
            guard let part = number(bytes, &next, 2) else { break }
            parts.append(part)
            place = next
        }
        return parts.count == 3 || parts.count == 2 && isTold ? parts : nil
    }

    /// `pm`, `am` or empty.
    private static func half(_ rest: ArraySlice<UInt8>) -> String {
        let text = String(decoding: rest.prefix(16), as: UTF8.self).lowercased().filter { !$0.isWhitespace }
        for (sign, half) in [("pm", "pm"), ("p.m", "pm"), ("am", "am"), ("a.m", "am")] where text.hasPrefix(sign) {
            return text.dropFirst(sign.count).first?.isLetter ?? false ? "" : half
        }
        return ""
    }

    /// Milliseconds since 1970, as some messengers use.
    private static func stamp(in name: String) -> PhotoTime? {
        let small = name.lowercased()
        guard let start = ["fb_img_", "mmexport", "wx_camera_"].first(where: small.hasPrefix) else { return nil }
        let digits = small.dropFirst(start.count).prefix { $0.isASCII && $0.isNumber }
        guard digits.count == 13, let milliseconds = Int(digits) else { return nil }
        return PhotoTime(seconds: milliseconds / 1_000)
    }

    private static func number(_ bytes: [UInt8], _ place: inout Int, _ digits: Int) -> Int? {
        guard place + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[place..<place + digits] {
            guard isDigit(byte) else { return nil }
            value = value * 10 + Int(byte - 48)
        }
        place += digits
        return value
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
