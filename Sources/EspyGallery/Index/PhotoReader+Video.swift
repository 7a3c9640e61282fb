import EspyBase
import EspyCodecs
import EspyPixels
import EspySystem

/// Videos are listed by what their containers say. What they show is not recognized.
extension PhotoReader {
    /// Live Photos are shorter, in seconds.
    private static let longestCompanion = 4.0
    /// The size of a video whose container does not say it.
    private static let usualSize = (width: 1920, height: 1080)

    func readVideo(_ file: FoundFile, for step: Step) async -> IndexedFile {
        var problems: [GalleryProblem] = []
        let outcome = await video(file, step, &problems)
        return IndexedFile(file: file, outcome: outcome, sidecarProblems: problems)
    }

    private func video(
        _ file: FoundFile, _ step: Step, _ problems: inout [GalleryProblem]
    ) async -> IndexedFile.Outcome {
        let path = Self.place(of: file)
        let (open, status): (DiskFile, FileStatus)
        do throws(FileError) {
            (open, status) = try DiskFile.regular(path, followingLinks: false)
        } catch {
            return Self.outcome(of: error, file)
        }
        guard status.size == file.size, status.modified == file.modified else { return .unsettled }
        guard let info = VideoInfo(size: status.size, { (try? open.read(at: $0, atMost: $1)) ?? [] }) else {
            return .problem("it is named like a video, but is none")
        }
        if Self.isCompanion(info, path) { return .companion }
        guard let sum = FileSum(path: path), let digest = Hexadecimal.bytes(sum.sha256),
            (try? FileStatus(path: path)) == status
        else { return .unsettled }
        let facts = Self.facts(info, file)
        problems = facts.problems
        if !step.isRenewal, (try? await gallery.hasPhoto(digest: digest)) == true {
            return .known(digest: digest, facts: facts)
        }
        let frame = poster?(path) ?? Self.blank
        guard let picture = try? SmallPicture(of: frame, side: options.thumbnailSide, quality: options.thumbnailQuality)
        else { return .problem("no small picture of it can be made") }
        return .new(
            IndexedPhoto(
                digest: digest, bytes: status.size, format: info.container.rawValue,
                width: info.width ?? Self.usualSize.width, height: info.height ?? Self.usualSize.height,
                taken: facts.taken, metadata: facts.metadata, picture: picture, analysis: nil, origin: nil,
                damage: info.duration == nil ? "the video does not say how long it is; it may not be complete" : nil,
                duration: info.duration ?? 0))
    }

    /// Whether it is the video of a Live Photo, which lies beside its photo under the same name.
    private static func isCompanion(_ info: VideoInfo, _ path: String) -> Bool {
        guard info.contentIdentifier != nil || info.duration.map({ $0 <= longestCompanion }) ?? false else {
            return false
        }
        let stem = Path.join(Path.folder(of: path), Path.stem(of: path))
        return ["heic", "jpg", "jpeg", "heif"].contains { ending in
            Files.exists("\(stem).\(ending)") || Files.exists("\(stem).\(ending.uppercased())")
        }
    }

    private static func facts(_ info: VideoInfo, _ file: FoundFile) -> PhotoFileFacts {
        var metadata = PhotoMetadata()
        (metadata.latitude, metadata.longitude, metadata.camera) = (info.latitude, info.longitude, info.camera)
        metadata.keywords = [PhotoAnalysis.Kind.video.rawValue]
        metadata.time = info.local
        let facts = PhotoFileFacts(metadata, file)
        guard let universal = info.universal, facts.taken.source == .file else { return facts }
        // Better than no time, although hours may be missing to the local one.
        metadata.time = universal
        return PhotoFileFacts(metadata, file)
    }

    /// The picture of a video whose frames cannot be decoded: a triangle that points to the right.
    private static let blank: RGBImage = {
        let (width, height) = (320, 180)
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let isInside = (130...200).contains(x) && 2 * abs(y - height / 2) <= 200 - x
                pixels += isInside ? [169, 183, 190] : [29, 44, 53]
            }
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }()
}
