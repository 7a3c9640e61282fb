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

/// Files that other programs keep beside photos, found by their names: XMP of editors, and the JSON of an export of
/// Google Photos.
struct SidecarNames {
    /// As they are, by their names in small letters; of JSON without the ending.
    private var xmp: [String: String] = [:]
    private var json: [String: String] = [:]
    /// All pictures of the folder, in small letters.
    private var pictures: Set<String> = []

    /// Names of JSON are cut to so many characters, without the ending.
    private static let longest = 46
    private static let longForm = ".supplemental-metadata"
    /// What Google Photos adds to the names of photos that were edited, in the languages of its users.
    private static let edited = [
        "-edited", "-bearbeitet", "-modifié", "-editado", "-editada", "-ha editado", "-modificato", "-bewerkt",
        "-edytowane", "-redigerad", "-redigeret", "-redigert", "-muokattu", "-upraveno", "-düzenlendi", "-編集済み",
        "-已修改", "-已編輯", "-수정됨", "-измененный", "-відредаговано",
    ]
    /// The formats of one shot: exported in another one, or with the film around it.
    private static let siblings = ["heic", "heif", "jpg", "jpeg", "png", "dng", "mp4", "mov", "mp"]

    /// - Parameter names: of all files in a folder.
    init(_ names: some Sequence<String>) {
        // Most folders have none.
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

    /// Those of a photo, the one that says most first.
    func beside(_ photo: String) -> [String] {
        if xmp.isEmpty && json.isEmpty { return [] }
        let name = photo.lowercased()
        let edits = [name + ".xmp", Name(name).whole + ".xmp"].compactMap { xmp[$0] }
        return (edits + [exported(name)].compactMap { $0 }).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Does a file that is beside no photo look as if it should be?
    static func isAlone(_ name: String) -> Bool {
        let small = name.lowercased()
        if small.hasSuffix(".xmp") { return true }
        guard small.hasSuffix(".json") else { return false }
        let parts = small.dropLast(5).split(separator: ".").dropFirst().map { $0.prefix { $0 != "(" } }
        return parts.contains { PhotoNames.looksLikePhoto(".\($0)") == true }
    }

    /// Is the name of a JSON too short to name one photo alone?
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
        // The number stands behind the ending of the photo, and behind what was cut.
        let numbered = Self.forms(of: name.stem + "." + name.ending).lazy.map { $0 + name.number }
        return numbered.compactMap { json[$0] }.first ?? json[name.whole]
    }

    /// All that the JSON of a photo may be called.
    private static func forms(of photo: String) -> [String] {
        guard photo.count < longest else { return [photo, String(photo.prefix(longest))] }
        let long = photo + longForm
        return stride(from: long.count, through: photo.count, by: -1).map { String(long.prefix($0)) }
    }

    /// `img_1(2).jpg` in its parts.
    private struct Name {
        var stem: String
        let ending: String
        /// `(2)`, or nothing.
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

        /// Without the ending.
        var whole: String { stem + number }
        var text: String { ending.isEmpty ? whole : whole + "." + ending }

        func with(_ ending: String) -> Name { Name("\(whole).\(ending)") }

        /// The photo that this one was made of; nil where the name does not say so.
        var original: Name? {
            for word in SidecarNames.edited where stem.hasSuffix(word) && stem.count > word.count {
                return Name("\(stem.dropLast(word.count))\(number).\(ending)")
            }
            return nil
        }
    }
}
