public import EspyCodecs
package import EspyPixels

/// What is on one photo, without any library.
public struct PhotoDescription: Sendable, Equatable {
    /// Pixels of the upright photo.
    public let width: Int
    public let height: Int
    public let metadata: PhotoMetadata
    public let analysis: PhotoAnalysis
    /// Which picture of its file was looked at.
    package let source: PictureSource
    /// What a gallery needs beside, where that was asked for.
    public var archive: ArchiveFacts?

    /// Decodes a photo, as small as the analysis allows, and looks at it.
    ///
    /// - Parameters:
    ///   - bytes: a whole file. Without the second look when the task that calls it is cancelled.
    ///   - detail: what to tell for a gallery; nil: nothing.
    /// - Throws: ``GalleryError/image(_:)``, ``GalleryError/inference(_:)``
    public init(
        _ bytes: [UInt8], by analyzer: some PhotoAnalyzing, archive detail: ArchiveFacts.Detail? = nil
    ) throws(GalleryError) {
        let image: RGBImage
        let info: ImageInfo
        var picture: SmallPicture?
        do throws(ImageError) {
            info = try ImageDecoder().info(of: bytes)
            (width, height) = (info.width, info.height)
            source = PictureSource(pages: info.pages, frames: info.frames)
            metadata = PhotoMetadata(of: bytes)
            let isPictured = detail == .pictures
            image = try Self.decode(
                bytes, info, shortSide: analyzer.shortSide, longSide: isPictured ? SmallPicture.usualSide : 0)
            if isPictured { picture = try SmallPicture(of: image) }
        } catch { throw .image(error) }
        var first = try analyzer.analyze(image, metadata: metadata)
        first.scale(from: image.width, to: width)
        analysis = (try? CloserLook.analysis(bytes, after: first, by: analyzer)) ?? first
        if detail != nil {
            archive = ArchiveFacts(of: bytes, info.format, analysis, by: analyzer, picture: picture)
        }
    }

    /// Not much larger than asked for, whatever the format.
    private static func decode(
        _ bytes: [UInt8], _ info: ImageInfo, shortSide: Int, longSide least: Int
    ) throws(ImageError) -> RGBImage {
        let sides = (Double(max(info.width, info.height)), Double(max(min(info.width, info.height), 1)))
        // A ribbon of pixels must not become huge.
        let longSide = max(Int((Double(shortSide) * min(sides.0 / sides.1, 4)).rounded(.up)), least)
        let image = try ImageDecoder(options: DecodingOptions(minimumLongSide: longSide)).decode(bytes)
        return image.fitted(longSide: 2 * longSide)
    }
}
