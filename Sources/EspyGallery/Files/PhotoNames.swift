/// Which files are looked at, judged by their names: opening all others would take minutes in a folder of programs.
enum PhotoNames {
    /// Formats that are read, and those near them that people keep among their photos: these are listed as not
    /// readable, so that nobody wonders where they are.
    private static let endings: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp", "heic", "heif", "hif", "avif", "tif", "tiff", "gif", "bmp", "dng",
        "jxl", "jp2", "psd", "cr2", "cr3", "crw", "nef", "nrw", "arw", "orf", "rw2", "raf", "pef", "srw", "raw",
    ]

    /// `nil` where the name says nothing, and the first bytes have to.
    static func looksLikePhoto(_ name: String) -> Bool? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }

    /// How systems begin the names of pictures of their screens, without blanks, in small letters.
    private static let screens = [
        "screenshot", "screencapture", "bildschirmfoto", "captured’écran", "captured'écran", "capturadepantalla",
        "capturadetela", "schermafbeelding", "skärmavbild",
    ]

    /// Whether a file is called as a screenshot is: `Screenshot_2024-05-21.png`, `Screen Shot 2024-05-21 at 10.11.12.png`.
    static func looksLikeScreenshot(_ path: String) -> Bool {
        let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        let start = name.prefix(40).lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" }
        return screens.contains { start.hasPrefix($0) }
    }
}
