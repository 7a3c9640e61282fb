import EspyBase
import EspyPixels
import EspyShelf

/// A request to look at a frame of a camera: `{"stream": 1, "time": 0.5}`, in seconds since the first frame of the stream.
/// Another stream than before begins without books.
struct FrameRequest {
    let stream: Int
    private let time: Double

    init(parsing bytes: [UInt8]) throws(WebError) {
        do throws(JSONError) {
            let request = try JSONValue(parsing: bytes)
            stream = try request.value("stream")
            time = try request.value("time")
        } catch {
            throw WebError(error)
        }
    }

    var follower: ShelfFollower { ShelfFollower(ShelfStreamOptions(freshness: ShelfStreamOptions.cameraFreshness)) }

    func answer(of image: RGBImage, by books: inout ShelfFollower) throws(WebError) -> JSONValue {
        guard let shelf = books.look(at: image, time: time) else { throw WebError.cancelled }
        return ShelfAnswer(shelf).json
    }
}
