import Espy
import EspyInference
import EspyText
import EspyTrials

/// That belong to no verb alone.
extension Setting {
    package static let progress = Setting(
        "progress", default: "auto", value: FlagValue("HOW", .choice(["auto", "plain", "none"])),
        help: """
            How to show progress on standard error: auto draws a bar on a terminal and nothing elsewhere, plain \
            prints one line for each finished input.
            """)
    package static let threads = Setting(
        "threads", default: "0", value: FlagValue("N", .integer(0...256)),
        help: """
            Photos to work on at the same time; 0 means one for each processor, and for espy count one: its models \
            use all processors.
            """)
    package static let history = Setting(
        "history", default: "true",
        help: "Keep the result, its settings and a small picture in the history; see espy history.")
    package static let historyPhotos = Setting(
        "history-photos", default: "small", value: FlagValue("HOW", .choice(["none", "small"])),
        help: """
            What the history keeps of photos: small is a picture of at most 2048 pixels with each result, so that it \
            can be looked at and corrected later; none is nothing but the small square.
            """)
    package static let historyPhotosLimit = Setting(
        "history-photos-limit", default: "500", value: FlagValue("MB", .integer(1...1_000_000)),
        help: "Megabytes that all photos in the history take at most; the oldest go first, favorites last.")
}

/// Of racks.
extension Setting {
    package static let grid = Setting(
        "rack.grid", default: "auto",
        value: FlagValue(
            "GRID",
            .text(
                expected: "auto, rows x columns such as 9x9 or 8x12, or tolerance:PIXELS such as tolerance:100",
                hints: ["auto", "9x9", "10x10", "8x8", "8x12", "5x5", "tolerance:100"],
                check: { RackGrid(parsing: $0) != nil })),
        help: """
            The box: rows x columns (9x9, 8x12), auto to work it out from the photo, or tolerance:PIXELS to group \
            codes whose centers differ by less than that, without a lattice.
            """)
    package static let maxDimension = Setting(
        "rack.max-dimension", default: "full", value: FlagValue("PIXELS", .choice(["full", "8000", "4000", "2000"])),
        help: """
            Shrink photos whose long side has more pixels before they are read, which is faster and loses small codes. \
            full reads them as they are.
            """)
    package static let raw = Setting(
        "rack.raw", default: "false",
        help: """
            Write CSV values as they are. Without it, a value that a spreadsheet would run as a formula gets a \
            leading apostrophe.
            """)
}

/// Of counting.
extension Setting {
    package static let pipeline = Setting(
        "count.pipeline", default: "auto",
        value: FlagValue("NAME", .choice(CountOptions.Pipeline.allCases.map(\.rawValue))),
        help: """
            How to count: seeker shows a network one thing, which finds all of its like; adaptive has a detector find \
            all things and puts those that look alike into groups; auto is seeker with --like, and without it \
            adaptive, or seeker where that count looks as if it were wrong; reference uses the steps and constants of \
            the reference script, for comparison.
            """)
    package static let confidence = Setting(
        "count.confidence", default: "auto", value: FlagValue("N", .number(0.001...0.9, or: "auto")),
        help: """
            Look only at places that the detector gives at least this score, from 0.001 to 0.9: higher finds fewer \
            things. auto is what the pipeline finds best.
            """)
    package static let similarity = Setting(
        "count.similarity", default: "auto", value: FlagValue("N", .number(0.5...0.99, or: "auto")),
        help: """
            How alike things of one kind must look, from 0.5 to 0.99: higher counts fewer things, and makes more, \
            smaller groups. auto is what the pipeline finds best, with seeker the same as 0.8.
            """)
    package static let sizeFilter = Setting(
        "count.filter.size", default: "true", help: "Leave out what is far smaller or larger than its neighbors.")
    package static let aspectFilter = Setting(
        "count.filter.aspect", default: "true", help: "Leave out what is far longer or wider than the rest.")
    package static let border = Setting(
        "count.border", default: "all",
        value: FlagValue("POLICY", .choice(CountOptions.BorderPolicy.allCases.map(\.rawValue))),
        help: """
            What to do with things that the border of the picture or region cuts: count all, count those of which at \
            least half is inside, or count whole ones only.
            """)
    package static let detector = Setting(
        "count.detector", default: "espy-detector", value: .modelID,
        help: "The model that finds things; espy models list names them.")
    package static let embedder = Setting(
        "count.embedder", default: "espy-embedder", value: .modelID,
        help: "The model that tells kinds of things apart, or none to count all kinds as one.")
}

/// Of shelves.
extension Setting {
    package static let spineDetector = Setting(
        "shelf.detector", default: "auto",
        value: FlagValue("NAME", .choice(["auto"] + SpineDetection.Mode.allCases.map(\.rawValue))),
        help: """
            What finds the spines: classical needs no model, trained has the help of a network; auto takes the trained \
            one for photos, as far as shelf.rollout says, and the classical one for frames. shadow lets both look, and \
            shows what auto would.
            """)
    package static let spineRollout = Setting(
        "shelf.rollout", default: "\(FeatureFlag.trainedSpinesStage.rawValue)",
        value: FlagValue("PERCENT", .choice(["none", "5", "25", "50", "100"])),
        help: "How many of all installations take the trained detector on their own.")
    package static let trainedOff = Setting(
        "shelf.trained-off", default: "false", help: "Never take the trained detector, whatever else is said.")
    package static let spineConfidence = Setting(
        "shelf.confidence", default: "0.3",
        value: FlagValue(
            "SHARE",
            .text(
                expected: "a number from 0 to 0.99", hints: ["0.1", "0.3", "0.5", "0.9"],
                check: { Double($0).map(ShelfOptions.confidences.contains) == true })),
        help: "Leave out spines that are less sure than this, from 0 to 0.99.")
    package static let spineText = Setting(
        "shelf.text", default: "true",
        help: """
            Read what is printed on the spines, with networks where they are there, else with Tesseract; see espy doctor.
            """)
    package static let textLanguage = Setting(
        "shelf.language", default: "eng",
        value: FlagValue(
            "NAMES",
            .text(
                expected: "names of data of Tesseract joined with +, such as eng or eng+deu",
                hints: ["eng", "deu", "fra", "spa", "eng+deu"], check: { TextLanguages.areNames($0) })),
        help: """
            The languages of the spines, the most frequent one first, by the names that Tesseract gives them. Those in \
            Latin, Chinese and Japanese letters are read by networks, all others by Tesseract.
            """)
    package static let catalogue = Setting(
        "shelf.catalog", default: "none", value: FlagValue("FILE", .file),
        help: """
            A CSV or XLSX file of your books, with a header that names the columns title, author and isbn, or a file of “espy shelf \
            catalog build”. A spine that clearly says one of them is told to be that book; none: there is no such file.
            """)
    package static let filmRate = Setting(
        "shelf.rate", default: "15", value: FlagValue("N", .integer(1...120)),
        help: "Frames of a video to look at in each second of it, at most. More follow a quick camera better.")
    package static let telemetry = Setting(
        "shelf.telemetry", default: "false",
        help: "Write down shapes of spines, counts and times; see espy shelf telemetry.")
}

/// Of the photo library.
extension Setting {
    package static let tagger = Setting(
        "gallery.tagger", default: "espy-tagger", value: .modelID,
        help: "The model that tags photos; see “espy models list”. none: colors and quality alone.")
    package static let objectDetector = Setting(
        "gallery.detector", default: "auto", value: .modelID,
        help: """
            A detector that knows the 80 kinds of COCO, such as yolox-tiny, adds the tags of what it finds. auto: the \
            largest that is installed; none: no detector.
            """)
    package static let classifier = Setting(
        "gallery.classifier", default: "auto", value: .modelID,
        help: """
            A model that tells kinds of things apart, such as resnet50 for the 1,000 of ImageNet, adds what it sees: \
            breed, dog, animal. auto: the largest that is installed; none: no classifier.
            """)
    package static let tagThreshold = Setting(
        "gallery.threshold", default: "auto", value: FlagValue("SHARE", .number(0.05...0.99, or: "auto")),
        help: """
            How sure a tag must be, from 0.05 to 0.99. auto: as was measured for each tag, and tags that are wrong too \
            often are left out.
            """)
    package static let pageLanguage = Setting(
        "gallery.language", default: "auto",
        value: FlagValue(
            "NAMES",
            .text(
                expected: "auto, none, or names of data of Tesseract joined with +, such as eng or eng+deu",
                hints: ["auto", "none", "eng", "deu", "eng+deu"], check: { TextLanguages.areNames($0) })),
        help: """
            The languages of what is printed on photos, the most frequent one first, by the names that Tesseract gives \
            them. auto: all that the networks of Scripts/setup-text can read, or English with Tesseract; none: nothing \
            is read.
            """)
    package static let faceCascade = Setting(
        "gallery.faces", default: "auto", value: FlagValue("FILE", .path),
        help: """
            What finds faces: a cascade of OpenCV for faces from the front. auto: the one of Debian's package \
            opencv-data, where that is installed; none: faces are not looked for.
            """)
    package static let meaning = Setting(
        "gallery.meaning", default: "auto",
        value: FlagValue(
            "SPACE",
            .text(
                expected: "auto, none, or the name that both halves of a CLIP model share", hints: ["auto", "none"],
                check: { ModelEntry.isName($0) })),
        help: """
            Find photos by what words mean, with both halves of a CLIP model, such as clip-image and clip-text of the \
            space clip-vit-b32. auto: the largest that is installed; none: photos are found by what is said of them.
            """)
    package static let jobs = Setting(
        "gallery.jobs", default: "0", value: FlagValue("N", .integer(0...256)),
        help: "Photos to index at the same time; 0 means one for each processor, fewer where memory is short.")
    package static let maxLoad = Setting(
        "gallery.max-load", default: "1.5", value: FlagValue("N", .number(0.1...100, or: "none")),
        help: """
            Index photos only while other programs keep each processor less busy than this: 1 is one that works all \
            the time. none: whatever they do.
            """)
}

/// Of the server.
extension Setting {
    package static let port = Setting(
        "serve.port", default: "8177", value: FlagValue("PORT", .integer(0...65_535)),
        help: "The port to listen on; 0 takes any that is free.")
}
