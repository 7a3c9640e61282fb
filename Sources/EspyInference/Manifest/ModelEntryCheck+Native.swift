// Not in the browser: it reads no manifests of others: the models of the page come with it.

import Foundation

extension ModelEntry {
    /// Returns the first fault, so that nothing in a manifest can name a file elsewhere or require huge amounts of
    /// memory.
    ///
    /// - Returns: nil if the entry is valid.
    public func objection() -> String? {
        guard Self.isName(id) else { return "id “\(id.prefix(80))”: small letters, digits, -, . and _ make a name" }
        let origin = Self.originObjection(url: url, sha256: sha256)
        let reason =
            fileObjection ?? labelsObjection ?? textObjection ?? graphObjection ?? parametersObjection ?? origin
            ?? input.objection(of: output.kind)
            ?? output.objection(input)
        if let reason { return "\(id): \(reason)" }
        return task == output.kind.task ? nil : "\(id): \(output.kind.rawValue) is not an output of a \(task.rawValue)"
    }

    /// Whether a name is safe as a part of a path: without folders, hidden files or shell characters.
    public static func isName(_ text: String) -> Bool {
        let letters = text.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || [0x2D, 0x2E, 0x5F].contains($0)
        }
        return letters && (1...64).contains(text.utf8.count) && text.utf8.first != 0x2E && text.utf8.first != 0x2D
    }

    /// The largest size of a file of weights: a large YOLOX has 400 MB.
    public static let byteLimit = 1 << 30

    private var fileObjection: String? {
        let endings = task == .faceDetector ? [".onnx", ".tflite"] : [".onnx"]
        guard Self.isName(file.lowercased()), endings.contains(where: file.lowercased().hasSuffix) else {
            return "file “\(file.prefix(80))”: the name of an .onnx file, without a folder"
        }
        if let bytes, !(1...Self.byteLimit).contains(bytes) { return "bytes: from 1 to \(Self.byteLimit)" }
        return nil
    }

    private var labelsObjection: String? {
        guard let labels else {
            let needsNames = task == .tagger || task == .classifier
            return needsNames ? "labels: a \(task.rawValue) needs the names of its tags" : nil
        }
        let isFine = Self.isName(labels.lowercased()) && labels.lowercased().hasSuffix(".json")
        return isFine ? nil : "labels “\(labels.prefix(80))”: the name of a .json file, without a folder"
    }

    /// The fault in fields that only text models have.
    private var textObjection: String? {
        guard space.map(Self.isName) ?? true else { return "space: small letters, digits, -, . and _ make a name" }
        guard task == .text else {
            if input.layout == .tokens { return "input: tokens are for a text alone" }
            return vocabulary == nil ? nil : "vocabulary: a text alone has one"
        }
        guard input.layout == .tokens else { return "input: a text consists of tokens" }
        guard space != nil else { return "space: a text is compared with pictures, so it names the space of both" }
        return vocabulary.map { $0.objection } ?? "vocabulary: a text needs one"
    }

    /// The fault in fields that only models of open sizes have.
    private var graphObjection: String? {
        guard task.isGraph else {
            if input.layout == .tensors { return "input: tensors are for models that seek or outline, or for faces" }
            let has = parameters != nil && ![.detector, .spines].contains(task)
            return has ? "parameters: detectors and models that seek or mark spines have them" : nil
        }
        guard input.layout == .tensors else { return "input: a \(task.rawValue) takes tensors" }
        // These work alone.
        guard task == .outliner || task.isForFaces || space != nil else {
            return "space: models that seek work together, so they name the space of all"
        }
        return nil
    }

    private var parametersObjection: String? {
        guard let parameters else { return nil }
        if let reason = Self.originObjection(url: nil, sha256: parametersSum) { return "parameters: \(reason)" }
        let isFine = Self.isName(parameters.lowercased()) && parameters.lowercased().hasSuffix(".json")
        return isFine ? nil : "parameters “\(parameters.prefix(80))”: the name of a .json file, without a folder"
    }

    static func originObjection(url: String?, sha256: String?) -> String? {
        if let sha256, sha256.utf8.count != 64 || !sha256.allSatisfy({ "0123456789abcdef".contains($0) }) {
            return "sha256: 64 hexadecimal digits in small letters"
        }
        if let url, !url.hasPrefix("https://") || url.contains(where: { $0.isWhitespace || !$0.isASCII }) {
            return "url: must begin with https://"
        }
        return nil
    }
}

extension ModelInput {
    /// The longest side of a model's input picture.
    package static let sideLimit = 4096

    /// The largest number of tokens of a text, and of a model's vocabulary.
    package static let lengthLimit = 1024
    package static let tokenLimit = 1 << 20
    /// The tokens that every vocabulary has: each byte, inside a word and at its end, and two for beginning and end.
    package static let fewestTokens = 514

    fileprivate func objection(of kind: ModelOutput.Kind) -> String? {
        if layout == .tensors { return nil }
        if layout == .tokens {
            guard (3...Self.lengthLimit).contains(length) else { return "input: length from 3 to \(Self.lengthLimit)" }
            let known = Self.fewestTokens...Self.tokenLimit
            return known.contains(tokens) ? nil : "input: tokens from \(known.lowerBound) to \(known.upperBound)"
        }
        let sides = 1...Self.sideLimit
        if kind.isOpen {
            let isFit = width == 0 && (kind == .textMap ? height == 0 : sides.contains(height))
            guard isFit else { return "input: open sides are 0, and lines have a height" }
        } else if !sides.contains(width) || !sides.contains(height) {
            return "input: sides from 1 to \(Self.sideLimit)"
        }
        guard mean.count == 3, std.count == 3, (mean + std + [scale]).allSatisfy(\.isFinite) else {
            return "input: mean and std are three numbers each"
        }
        guard std.allSatisfy({ $0 != 0 }), scale != 0 else { return "input: std and scale are not zero" }
        return shorterSideObjection
    }

    private var shorterSideObjection: String? {
        guard let shorterSide else { return nil }
        guard resize == .centerCropShortest else { return "input: shorterSide is for centerCropShortest alone" }
        let sides = max(width, height)...Self.sideLimit
        return sides.contains(shorterSide) ? nil : "input: shorterSide from the longer side to \(Self.sideLimit)"
    }
}

extension ModelOutput {
    /// The largest number of values in the output for one picture.
    package static let countLimit = 1 << 26

    fileprivate func objection(_ input: ModelInput) -> String? {
        if kind.task.isGraph { return (1...1024).contains(columns) ? nil : "output: columns from 1 to 1024" }
        if kind.isVector {
            guard rows == nil, strides.isEmpty else { return "output: one vector has neither rows nor strides" }
            return (1...65_536).contains(columns) ? nil : "output: columns from 1 to 65536"
        }
        if kind == .spineMaps { return mapsObjection(input) }
        if kind.isOpen { return openObjection }
        guard (6...10_000).contains(columns) else { return "output: columns from 6 (a box, a score and a class)" }
        let sides = 1...ModelInput.sideLimit
        guard (1...8).contains(strides.count), strides.allSatisfy(sides.contains) else { return "output: strides" }
        let rows = Self.rows(width: input.width, height: input.height, strides: strides)
        guard self.rows == rows else { return "output: these strides make \(rows) rows" }
        return rows * columns <= Self.countLimit ? nil : "output: too many numbers"
    }

    private var openObjection: String? {
        guard rows == nil else { return "output: what has open sides has no number of rows" }
        guard strides.count == 1, (1...64).contains(strides[0]) else { return "output: one stride from 1 to 64" }
        let known = kind == .textMap ? 1...1 : 3...65_536
        return known.contains(columns) ? nil : "output: columns from \(known.lowerBound) to \(known.upperBound)"
    }

    private func mapsObjection(_ input: ModelInput) -> String? {
        guard columns == 3 else { return "output: maps of spines have 3 columns" }
        let sides = [input.height, input.width]
        guard strides.count == 2, zip(strides, sides).allSatisfy({ $0 > 0 && $1 % $0 == 0 }) else {
            return "output: maps of spines have two strides, which divide height and width"
        }
        let cells = (input.height / strides[0]) * (input.width / strides[1])
        return rows == cells ? nil : "output: these strides make \(cells) rows"
    }
}

extension ModelVocabulary {
    fileprivate var objection: String? {
        guard ModelEntry.isName(file.lowercased()), file.lowercased().hasSuffix(".txt") else {
            return "vocabulary “\(file.prefix(80))”: the name of a .txt file, without a folder"
        }
        if let bytes, !(1...Self.byteLimit).contains(bytes) { return "vocabulary: bytes from 1 to \(Self.byteLimit)" }
        return ModelEntry.originObjection(url: url, sha256: sha256).map { "vocabulary: \($0)" }
    }
}
