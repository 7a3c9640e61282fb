/// Why a film cannot be read, or not to its end.
public enum FilmError: Error, Sendable, Equatable {
    /// It does not begin as a YUV4MPEG2 stream does.
    case notAFilm
    /// It is one, of a kind that is not read.
    case unsupported(String)
    case tooManyPixels(width: Int, height: Int, limit: Int)
    case damaged(String)
    /// It ends within a frame.
    case truncated
}
