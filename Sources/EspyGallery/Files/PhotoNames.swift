/// Which files are looked at, judged by their names: opening all others would take minutes in a folder of programs.
enum PhotoNames {
    /// Formats that are read, and those near them that people keep among their photos: these are listed as not
    /// readable, so that nobody wonders where they are.
    private static let endings: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "jif", "mpo", "png", "webp", "heic", "heif", "hif", "avif", "tif", "tiff", "gif",
        "bmp", "dng", "jxl", "jp2", "psd", "cr2", "cr3", "crw", "nef", "nrw", "arw", "orf", "rw2", "raf", "pef", "srw",
        "raw",
    ]

    /// What is known to be something else. Thumbnails of films are pictures, but none of their own.
    private static let others: Set<String> = [
        // Films and sounds, and what cameras keep beside them.
        "mp4", "mov", "m4v", "avi", "mkv", "webm", "wmv", "flv", "mpg", "mpeg", "3gp", "3g2", "mts", "m2ts", "ts",
        "vob",
        "insv", "lrv", "thm", "lrf", "srt", "gpx", "mp3", "m4a", "aac", "wav", "flac", "ogg", "opus", "wma", "aif",
        "aiff",
        "amr", "mid",
        // Texts, tables and pages.
        "txt", "md", "rtf", "log", "csv", "tsv", "json", "jsonl", "xml", "xmp", "aae", "ini", "cfg", "conf", "toml",
        "yaml",
        "yml", "html", "htm", "xhtml", "mht", "css", "pdf", "ps", "eps", "ai", "svg", "svgz", "doc", "docx", "odt",
        "xls",
        "xlsx", "ods", "ppt", "pptx", "odp", "key", "pages", "numbers", "epub", "mobi", "eml", "ics", "vcf", "url",
        "webloc",
        "lnk", "desktop",
        // Archives, disks and databases.
        "zip", "tar", "gz", "tgz", "bz2", "xz", "zst", "7z", "rar", "iso", "img", "dmg", "deb", "rpm", "apk", "jar",
        "db",
        "sqlite", "sqlite3", "db3", "lrcat", "lrdata", "dat", "bin", "bak", "swp", "lock", "pid", "part", "crdownload",
        "download", "tmp",
        // Programs and what they are made of.
        "exe", "dll", "so", "dylib", "a", "o", "lib", "class", "pyc", "c", "h", "cc", "cpp", "hpp", "m", "mm", "swift",
        "java", "kt", "js", "mjs", "tsx", "jsx", "py", "rb", "pl", "php", "go", "rs", "sh", "bat", "cmd", "ps1", "lua",
        "sql",
        "map", "ipynb", "wasm", "onnx", "pt", "npy", "npz", "h5", "parquet", "ttf", "otf", "woff", "woff2", "ico",
        "icns",
        "cur",
    ]

    /// `nil` where the name says nothing, and the first bytes have to.
    static func looksLikePhoto(_ name: String) -> Bool? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        return endings.contains(ending) ? true : others.contains(ending) ? false : nil
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

/// Folders in which other programs and systems keep small copies of photos, and what was thrown away.
enum ForeignFolders {
    private static let names: Set<String> = [
        // Disks in a network.
        "@eadir", "@recycle", "#recycle", "@recently-snapshot", "#snapshot", "@synoresource", "@__thumb", "@transcode",
        "@tmp", "@sharebin",
        // Systems.
        "$recycle.bin", "recycler", "system volume information", "lost+found",
        // Programs and cameras.
        "thumbs", "thumbnails", "thmbnl", "ipod photo cache", "encoded-video",
    ]

    /// In which folders of the libraries of other programs the photos themselves are.
    private static let originals: Set<String> = ["originals", "masters"]
    private static let libraries = [".photoslibrary", ".photolibrary", ".aplibrary", ".migratedphotolibrary"]
    /// Previews of Lightroom.
    private static let caches = [".lrdata"]

    /// - Parameters:
    ///   - name: of a folder.
    ///   - outer: the path of the folder that it is in.
    static func holds(_ name: String, in outer: String) -> Bool {
        let small = name.lowercased()
        if names.contains(small) || caches.contains(where: small.hasSuffix) { return true }
        let around = outer.lowercased()
        if libraries.contains(where: around.hasSuffix) { return !originals.contains(small) }
        let last = around.split(separator: "/").last ?? ""
        return small == "preview" && last.hasPrefix("appdata_") || small == "data" && last == "android"
    }
}
