import EspyCodecs
import EspySystem

/// A file that a device sends into the library: its name, and when it was taken. The device's name for it is not
/// trusted; its first bytes decide its type.
package struct ArrivedFile: Sendable, Equatable {
    /// A file name without folders that every system accepts, with an ending that fits the file's type.
    package let name: String
    private let isVideo: Bool

    /// Bytes needed to detect the type.
    package static let start = 64
    /// Bytes of a name without its ending; file systems allow 255 in all.
    private static let longestStem = 200
    private static let longestEnding = 16
    private static let videos: Set = ["mov", "qt", "mp4", "m4v", "3gp", "3g2"]
    /// Names reserved for devices on Windows.
    private static let devices: Set = Set(
        ["con", "prn", "aux", "nul"] + (1...9).flatMap { ["com\($0)", "lpt\($0)"] })

    /// - Parameters:
    ///   - name: as sent by the device.
    ///   - start: its first ``start`` bytes, or all.
    /// - Returns: nil for a file that is neither an image nor a video.
    package init?(_ name: String, start: [UInt8]) {
        guard let (ending, isVideo) = ImageDecoder.ending(start) else { return nil }
        self.isVideo = isVideo
        let name = Self.cleaned(name)
        let fits =
            isVideo ? Self.videos.contains(Path.fileExtension(of: name)) : PhotoNames.looksLikePhoto(name) == true
        self.name = fits ? name : "\(name).\(ending)"
    }

    /// The same name with a number, for when another file has it: `IMG_1-2.jpg`.
    package func name(numbered number: Int) -> String {
        number == 1 ? name : "\(Path.stem(of: name))-\(number).\(Self.ending(of: name))"
    }

    /// When it was taken by the camera's clock, in seconds since 1970; nil where neither the file nor its name gives at
    /// least the month.
    package func taken(_ path: String) -> Int? {
        guard let (file, status) = try? DiskFile.regular(path) else { return nil }
        let found = FoundFile(path: name, size: status.size, modified: status.modified)
        var metadata = PhotoMetadata()
        var later: PhotoTime?
        if isVideo {
            let info = VideoInfo(size: status.size) { (try? file.read(at: $0, atMost: $1)) ?? [] }
            (metadata.time, later) = (info?.local, info?.universal)
        } else if status.size <= Files.inputLimit, let bytes = try? file.read(at: 0, atMost: status.size) {
            metadata = PhotoMetadata(of: bytes)
        }
        let time = CaptureTime(metadata, found)
        let isKnown = [.exif, .name].contains(time.source)
        let best = isKnown ? time.time : later
        return best.flatMap { $0.detail == .year ? nil : $0.seconds }
    }

    /// Checked by scalars: a slash with an accent is a different character in Swift, but a slash to the system.
    private static func cleaned(_ given: String) -> String {
        let last = given.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map(Array.init) ?? []
        let visible = last.compactMap { scalar -> Unicode.Scalar? in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate, .unassigned, .privateUse: nil
            default: "<>:\"|?*".unicodeScalars.contains(scalar) ? "_" : scalar
            }
        }
        var scalars = visible.drop { $0 == "." || $0.properties.isWhitespace }
        while let end = scalars.last, end == "." || end.properties.isWhitespace { scalars.removeLast() }
        let name = String(String.UnicodeScalarView(scalars))
        guard !name.isEmpty else { return "photo" }
        let ending = ending(of: name)
        var stem = ending.isEmpty ? name : String(name.unicodeScalars.dropLast(ending.unicodeScalars.count + 1))
        while stem.utf8.count > longestStem { stem.unicodeScalars.removeLast() }
        if devices.contains(stem.prefix { $0 != "." }.lowercased()) { stem = "_" + stem }
        return ending.isEmpty ? stem : "\(stem).\(ending)"
    }

    /// The letters of the ending; empty when it is too long for one.
    private static func ending(of name: String) -> String {
        let ending = String(name.suffix(Path.fileExtension(of: name).count))
        return ending.utf8.count <= longestEnding ? ending : ""
    }
}
