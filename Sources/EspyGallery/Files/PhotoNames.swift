/// Decides by name which files to read: opening all others would take minutes in a folder of programs.
enum PhotoNames {
    /// Formats that are read, and related ones that are common among photos: these are listed as unreadable, so that
    /// they are not silently missing.
    private static let endings: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "jif", "mpo", "png", "webp", "heic", "heif", "hif", "avif", "tif", "tiff", "gif",
        "bmp", "dng", "jxl", "jp2", "psd", "cr2", "cr3", "crw", "nef", "nrw", "arw", "orf", "rw2", "raf", "pef", "srw",
        "raw",
    ]

    /// Known other formats, including videos. Video thumbnails are images, but not photos.
    private static let others: Set<String> = [
        // Videos and sounds, and files that cameras keep beside them.
        "mp4", "mov", "m4v", "avi", "mkv", "webm", "wmv", "flv", "mpg", "mpeg", "3gp", "3g2", "mts", "m2ts", "ts",
        "vob",
        "insv", "lrv", "thm", "lrf", "srt", "gpx", "mp3", "m4a", "aac", "wav", "flac", "ogg", "opus", "wma", "aif",
        "aiff",
        "amr", "mid",
        // Texts, tables and web pages.
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
        // Programs and source code.
        "exe", "dll", "so", "dylib", "a", "o", "lib", "class", "pyc", "c", "h", "cc", "cpp", "hpp", "m", "mm", "swift",
        "java", "kt", "js", "mjs", "tsx", "jsx", "py", "rb", "pl", "php", "go", "rs", "sh", "bat", "cmd", "ps1", "lua",
        "sql",
        "map", "ipynb", "wasm", "onnx", "pt", "npy", "npz", "h5", "parquet", "ttf", "otf", "woff", "woff2", "ico",
        "icns",
        "cur",
    ]

    /// The videos that are listed: browsers play them.
    private static let videos: Set<String> = ["mp4", "mov", "m4v", "webm"]

    static func isVideo(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return videos.contains(name[name.index(after: dot)...].lowercased())
    }

    /// `nil` where the name does not decide, and the first bytes have to.
    static func looksLikePhoto(_ name: String) -> Bool? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        return endings.contains(ending) ? true : others.contains(ending) ? false : nil
    }

    /// Prefixes of screenshot names, without blanks, in lower case.
    private static let screens = [
        "screenshot", "screencapture", "bildschirmfoto", "captured’écran", "captured'écran", "capturadepantalla",
        "capturadetela", "schermafbeelding", "skärmavbild",
    ]

    /// Whether a file is named like a screenshot: `Screenshot_2024-05-21.png`, `Screen Shot 2024-05-21 at
    /// 10.11.12.png`.
    static func looksLikeScreenshot(_ path: String) -> Bool {
        let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        let start = name.prefix(40).lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" }
        return screens.contains { start.hasPrefix($0) }
    }
}

/// Finds the sidecars of photos by name: XMP files of editors, and the JSON files of a Google Photos export.
struct SidecarNames {
    /// The actual names, by lower-case name; those of JSON files without the ending.
    private var xmp: [String: String] = [:]
    private var json: [String: String] = [:]
    /// All images of the folder, in lower case.
    private var pictures: Set<String> = []

    /// JSON names are truncated to this length, without the ending.
    private static let longest = 46
    private static let longForm = ".supplemental-metadata"
    /// The suffixes that Google Photos adds to edited photos, in several languages.
    private static let edited = [
        "-edited", "-bearbeitet", "-modifié", "-editado", "-editada", "-ha editado", "-modificato", "-bewerkt",
        "-edytowane", "-redigerad", "-redigeret", "-redigert", "-muokattu", "-upraveno", "-düzenlendi", "-編集済み",
        "-已修改", "-已編輯", "-수정됨", "-измененный", "-відредаговано",
    ]
    /// The formats of one shot: exported in another format, or a live photo's video.
    private static let siblings = ["heic", "heif", "jpg", "jpeg", "png", "dng", "mp4", "mov", "mp"]

    /// - Parameter names: of all files in a folder.
    init(_ names: some Sequence<String>) {
        // Most folders have no sidecars.
        guard names.contains(where: Self.isSidecar) else { return }
        for name in names {
            let small = name.lowercased()
            if small.hasSuffix(".xmp") {
                xmp[small] = name
            } else if small.hasSuffix(".json") {
                json[String(small.dropLast(5))] = name
            } else if PhotoNames.looksLikePhoto(small) == true {
                pictures.insert(small)
            }
        }
    }

    private static func isSidecar(_ name: String) -> Bool {
        let end = name.suffix(5).lowercased()
        return end == ".json" || end.hasSuffix(".xmp")
    }

    /// The sidecars of a photo, the most detailed first.
    func beside(_ photo: String) -> [String] {
        if xmp.isEmpty && json.isEmpty { return [] }
        let name = photo.lowercased()
        let edits = [name + ".xmp", Name(name).whole + ".xmp"].compactMap { xmp[$0] }
        return (edits + [exported(name)].compactMap { $0 }).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Whether a file without a photo looks like a sidecar.
    static func isAlone(_ name: String) -> Bool {
        let small = name.lowercased()
        if small.hasSuffix(".xmp") { return true }
        guard small.hasSuffix(".json") else { return false }
        let parts = small.dropLast(5).split(separator: ".").dropFirst().map { $0.prefix { $0 != "(" } }
        return parts.contains { PhotoNames.looksLikePhoto(".\($0)") == true }
    }

    /// Whether a JSON name is too short to identify one photo.
    static func isCut(_ sidecar: String, of photo: String) -> Bool {
        sidecar.lowercased().hasSuffix(".json") && sidecar.count - 5 < photo.count && sidecar.count - 5 >= longest
    }

    private func exported(_ photo: String) -> String? {
        if json.isEmpty { return nil }
        let name = Name(photo)
        for form in [name, name.original].compactMap({ $0 }) {
            if let found = exported(form) { return found }
        }
        for ending in Self.siblings where ending != name.ending {
            let sibling = name.with(ending)
            if !pictures.contains(sibling.text), let found = exported(sibling) { return found }
        }
        return nil
    }

    private func exported(_ name: Name) -> String? {
        if let found = Self.forms(of: name.text).lazy.compactMap({ json[$0] }).first { return found }
        // The number follows the photo's ending, or the truncated name.
        let numbered = Self.forms(of: name.stem + "." + name.ending).lazy.map { $0 + name.number }
        return numbered.compactMap { json[$0] }.first ?? json[name.whole]
    }

    /// All possible names of a photo's JSON file.
    private static func forms(of photo: String) -> [String] {
        guard photo.count < longest else { return [photo, String(photo.prefix(longest))] }
        let long = photo + longForm
        return stride(from: long.count, through: photo.count, by: -1).map { String(long.prefix($0)) }
    }

    /// The parts of a name such as `img_1(2).jpg`.
    private struct Name {
        var stem: String
        let ending: String
        /// `(2)`, or empty.
        var number = ""

        init(_ name: String) {
            let dot = name.lastIndex(of: ".") ?? name.endIndex
            (stem, ending) = (String(name[..<dot]), String(name[dot...].dropFirst()))
            guard stem.hasSuffix(")"), let open = stem.lastIndex(of: "(") else { return }
            let digits = stem[open...].dropFirst().dropLast()
            guard !digits.isEmpty, digits.allSatisfy(\.isNumber) else { return }
            number = String(stem[open...])
            stem = String(stem[..<open])
        }

        /// The name without its ending.
        var whole: String { stem + number }
        var text: String { ending.isEmpty ? whole : whole + "." + ending }

        func with(_ ending: String) -> Name { Name("\(whole).\(ending)") }

        /// The original of an edited photo; nil when the name shows none.
        var original: Name? {
            for word in SidecarNames.edited where stem.hasSuffix(word) && stem.count > word.count {
                return Name("\(stem.dropLast(word.count))\(number).\(ending)")
            }
            return nil
        }
    }
}
