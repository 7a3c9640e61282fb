/// The program that reads films; optional.
enum FFmpeg {
    /// Long sides of frames are not longer.
    static let longSide = 1920
    /// Seconds of a film that are read.
    static let mostSeconds = 4 * 3600

    /// - Returns: its whole path, or nil where it is not installed.
    static func find(_ surroundings: Surroundings) -> String? {
        Programs.find("ffmpeg", surroundings)
    }

    /// What makes it write the frames of a film to standard output, upright and uncompressed.
    ///
    /// The film is untrusted: no other file and no network address that it names is opened, and only containers of
    /// films are read.
    ///
    /// - Parameter rate: frames per second at most.
    static func arguments(_ path: String, rate: Int) -> [String] {
        let size = "scale='min(iw,\(longSide))':'min(ih,\(longSide))':force_original_aspect_ratio=decrease"
        let even = "force_divisible_by=2:out_color_matrix=bt601:out_range=tv"
        let pace = "fps='min(source_fps,\(rate))'"
        return ["-nostdin", "-loglevel", "quiet", "-protocol_whitelist", "file,pipe"]
            + ["-format_whitelist", "mov,matroska,avi,yuv4mpegpipe", "-t", String(mostSeconds)]
            + ["-i", "file:\(path)", "-map", "0:v:0", "-an", "-sn", "-dn", "-vf", "\(pace),\(size):\(even)"]
            + ["-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", "pipe:1"]
    }
}
