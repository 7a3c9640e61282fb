/// Limits and wishes for ``ImageDecoder``.
public struct DecodingOptions: Sendable, Hashable, Codable {
    /// Longest file in bytes. 256 MiB holds any photo and ends an upload of a movie early.
    public var maxBytes: Int
    /// Largest stored picture in pixels, checked on the header before anything is allocated.
    ///
    /// 200 million is the largest phone sensor; as RGB that is 600 MB.
    public var maxPixels: Int
    /// Where the decoder can shrink while it decodes, the long side may become as small as this, never smaller.
    ///
    /// JPEG shrinks by 2, 4 or 8 and WebP to exactly this; the other formats decode at full size. `nil` is full size.
    public var minimumLongSide: Int?
    /// Which picture of a file with several is decoded, from 1.
    public var page: Int

    public init(
        maxBytes: Int = 256 << 20, maxPixels: Int = 200_000_000, minimumLongSide: Int? = nil, page: Int = 1
    ) {
        self.page = page
        self.maxBytes = maxBytes
        self.maxPixels = maxPixels
        self.minimumLongSide = minimumLongSide
    }
}
