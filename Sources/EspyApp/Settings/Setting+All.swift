import Espy
import EspyInference
import EspyText
import EspyTrials

/// Settings that do not belong to one verb.
extension Setting {
    package static let progress = Setting(
        "progress", default: "auto", value: FlagValue("HOW", .choice(["auto", "plain", "none"])),
        help: """
            How to show progress on standard error: auto draws a bar on a terminal and nothing elsewhere; plain prints \
            one line per finished input.
            """)
    package static let threads = Setting(
        "threads", default: "0", value: FlagValue("N", .integer(0...256)),
        help: """
            Number of photos to process in parallel. 0 means one per processor; espy count then takes one at a time, \
            since its models use all processors.
            """)
    package static let history = Setting(
        "history", default: "true",
        help: "Save the result, its settings and a thumbnail in the history; see espy history.")
    package static let historyLimit = Setting(
        "history-limit", default: "\(History.limit)", value: FlagValue("N", .integer(1...1_000_000)),
        help: """
            Maximum number of counts in the history; the oldest are removed first. Favorites, racks and shelves are \
            not limited. Lowering it deletes the counts beyond it, after asking.
            """)
    package static let historyPhotos = Setting(
        "history-photos", default: "small", value: FlagValue("HOW", .choice(["none", "small"])),
        help: """
            Which photos the history stores: small stores each photo at up to 2048 pixels, so that you can view and \
            correct the result later; none stores only a thumbnail.
            """)
    package static let historyPhotosLimit = Setting(
        "history-photos-limit", default: "500", value: FlagValue("MB", .integer(1...1_000_000)),
        help: "Maximum size of all photos in the history, in megabytes. The oldest are removed first, favorites last.")
}

/// Settings of racks.
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
            The size of the box: rows x columns (9x9, 8x12); auto works it out from the photo; tolerance:PIXELS does \
            not fit a lattice, but groups codes whose centers are closer than that.
            """)
    package static let maxDimension = Setting(
        "rack.max-dimension", default: "full", value: FlagValue("PIXELS", .choice(["full", "8000", "4000", "2000"])),
        help: """
            Shrink photos whose long side is longer than this. Faster, but small codes may be lost. full keeps the \
            full size.
            """)
    package static let raw = Setting(
        "rack.raw", default: "false",
        help: """
            Write CSV values unchanged. By default, values that a spreadsheet would run as a formula get a leading \
            apostrophe.
            """)
}

/// Settings of counting.
extension Setting {
    package static let pipeline = Setting(
        "count.pipeline", default: "auto",
        value: FlagValue("NAME", .choice(CountOptions.Pipeline.allCases.map(\.rawValue))),
        help: """
            How to count. seeker finds everything that looks like one example; adaptive detects all things and groups \
            those that look alike; auto uses seeker with --like, otherwise adaptive, and switches to seeker if that \
            count looks wrong; reference follows the reference script, for comparison.
            """)
    package static let confidence = Setting(
        "count.confidence", default: "auto", value: FlagValue("N", .number(0.001...0.9, or: "auto")),
        help: """
            Minimum detector score, from 0.001 to 0.9: higher finds fewer things. auto uses the best value for the \
            pipeline.
            """)
    package static let similarity = Setting(
        "count.similarity", default: "auto", value: FlagValue("N", .number(0.5...0.99, or: "auto")),
        help: """
            How similar things of one kind must look, from 0.5 to 0.99: higher counts fewer things and makes more, \
            smaller groups. auto uses the best value for the pipeline; for seeker that is 0.8.
            """)
    package static let sizeFilter = Setting(
        "count.filter.size", default: "true",
        help: """
            Leave out things that are far smaller or larger than their neighbors.
            """)
    package static let aspectFilter = Setting(
        "count.filter.aspect", default: "true", help: "Leave out things that are far longer or wider than the rest.")
    package static let border = Setting(
        "count.border", default: "all",
        value: FlagValue("POLICY", .choice(CountOptions.BorderPolicy.allCases.map(\.rawValue))),
        help: """
            How to count things cut by the border of the photo or region: all of them, those that are at least half \
            inside, or only whole ones.
            """)
    package static let detector = Setting(
        "count.detector", default: "espy-detector", value: .modelID,
        help: "Model used to find things; see espy models list.")
    package static let embedder = Setting(
        "count.embedder", default: "espy-embedder", value: .modelID,
        help: "Embedding model used to group similar things; none counts everything as one kind.")
}

/// Settings of shelves.
extension Setting {
    package static let spineDetector = Setting(
        "shelf.detector", default: "auto",
        value: FlagValue("NAME", .choice(["auto"] + SpineDetection.Mode.allCases.map(\.rawValue))),
        help: """
            How to find spines: classical uses no model, trained uses a network; auto uses trained for photos, as far \
            as shelf.rollout allows, and classical for video frames; shadow runs both and shows the result of auto.
            """)
    package static let spineRollout = Setting(
        "shelf.rollout", default: "\(FeatureFlag.trainedSpinesStage.rawValue)",
        value: FlagValue("PERCENT", .choice(["none", "5", "25", "50", "100"])),
        help: "Percentage of installations on which auto uses the trained detector.")
    package static let trainedOff = Setting(
        "shelf.trained-off", default: "false", help: "Never use the trained detector; overrides all other settings.")
    package static let spineConfidence = Setting(
        "shelf.confidence", default: "0.3",
        value: FlagValue(
            "SHARE",
            .text(
                expected: "a number from 0 to 0.99", hints: ["0.1", "0.3", "0.5", "0.9"],
                check: { Double($0).map(ShelfOptions.confidences.contains) == true })),
        help: "Leave out spines with a confidence below this, from 0 to 0.99.")
    package static let spineText = Setting(
        "shelf.text", default: "true",
        help: """
            Read the text on the spines, with networks if they are installed, otherwise with Tesseract; see espy \
            doctor.
            """)
    package static let textLanguage = Setting(
        "shelf.language", default: "eng",
        value: FlagValue(
            "NAMES",
            .text(
                expected: "names of data of Tesseract joined with +, such as eng or eng+deu",
                hints: ["eng", "deu", "fra", "spa", "eng+deu"], check: { TextLanguages.areNames($0) })),
        help: """
            Languages on the spines, most frequent first, by their Tesseract names. Networks read Latin, Chinese and \
            Japanese script; Tesseract reads all others.
            """)
    package static let catalog = Setting(
        "shelf.catalog", default: "none", value: FlagValue("FILE", .file),
        help: """
            A list of your books, to identify spines by: a CSV or XLSX file with the columns title, author and isbn, \
            or a file made by “espy shelf catalog build”. none uses no list.
            """)
    package static let videoRate = Setting(
        "shelf.rate", default: "15", value: FlagValue("N", .integer(1...120)),
        help: "Maximum number of video frames to process per second of video. Use more for fast camera movements.")
    package static let telemetry = Setting(
        "shelf.telemetry", default: "false",
        help: "Record spine shapes, counts and times on this machine; see espy shelf telemetry.")
}

/// Settings of the photo library.
extension Setting {
    package static let tagger = Setting(
        "gallery.tagger", default: "espy-tagger", value: .modelID,
        help: "Model used to tag photos; see “espy models list”. none: only colors and quality.")
    package static let objectDetector = Setting(
        "gallery.detector", default: "auto", value: .modelID,
        help: """
            Detector for the 80 classes of COCO, such as yolox-tiny; adds tags for what it finds. auto: the largest \
            one installed; none: no detector.
            """)
    package static let classifier = Setting(
        "gallery.classifier", default: "auto", value: .modelID,
        help: """
            Classifier, such as resnet50 for the 1,000 classes of ImageNet; adds tags such as breed, dog, animal. \
            auto: the largest one installed; none: no classifier.
            """)
    package static let tagThreshold = Setting(
        "gallery.threshold", default: "auto", value: FlagValue("SHARE", .number(0.05...0.99, or: "auto")),
        help: """
            Minimum confidence of a tag, from 0.05 to 0.99. auto: the value measured for each tag, without tags that \
            are often wrong.
            """)
    package static let pageLanguage = Setting(
        "gallery.language", default: "auto",
        value: FlagValue(
            "NAMES",
            .text(
                expected: "auto, none, or names of data of Tesseract joined with +, such as eng or eng+deu",
                hints: ["auto", "none", "eng", "deu", "eng+deu"], check: { TextLanguages.areNames($0) })),
        help: """
            Languages of text in photos, most frequent first, by their Tesseract names. auto: everything that the \
            networks of Scripts/setup-text can read, or English with Tesseract; none: read no text.
            """)
    package static let faceCascade = Setting(
        "gallery.faces", default: "auto", value: FlagValue("FILE", .path),
        help: """
            OpenCV cascade file used to find frontal faces. auto: the one from Debian's package opencv-data, if \
            installed; none: do not look for faces.
            """)
    package static let people = Setting(
        "gallery.people", default: "false",
        help: """
            Recognize people: describe each face, group the faces of the same person, and find the photos by name. \
            Everything stays on this machine.
            """)
    package static let meaning = Setting(
        "gallery.meaning", default: "auto",
        value: FlagValue(
            "SPACE",
            .text(
                expected: "auto, none, or the name that both halves of a CLIP model share", hints: ["auto", "none"],
                check: { ModelEntry.isName($0) })),
        help: """
            Search by meaning with both halves of a CLIP model, such as clip-image and clip-text of the space \
            clip-vit-b32. auto: the largest one installed; none: search only tags and text.
            """)
    package static let inbox = Setting(
        "gallery.inbox", default: "auto", value: FlagValue("DIR", .path),
        help: """
            Folder for photos that paired devices send, by year and month. auto: Pictures/Espy in your home folder; \
            none: accept no photos. See espy gallery inbox.
            """)
    package static let jobs = Setting(
        "gallery.jobs", default: "0", value: FlagValue("N", .integer(0...256)),
        help: "Number of photos to index in parallel. 0 means one per processor, or fewer if memory is short.")
    package static let maxLoad = Setting(
        "gallery.max-load", default: "1.5", value: FlagValue("N", .number(0.1...100, or: "none")),
        help: """
            Pause indexing while the load per processor from other programs is above N; 1 is one program that runs all \
            the time. none: never pause.
            """)
    package static let charger = Setting(
        "gallery.wait-for-charger", default: "false",
        help: """
            Pause indexing by espy serve while the computer runs on its battery. Without this, it pauses below 30%.
            """)
}

/// Settings of the server.
extension Setting {
    package static let port = Setting(
        "serve.port", default: "8177", value: FlagValue("PORT", .integer(0...65_535)),
        help: "Port to listen on; 0 picks any free port.")
}
