// Not in the browser: it has no `Codable`.

extension ModelEntry: Codable {
    private enum Key: String, CodingKey {
        case id, task, file, url, bytes, sha256, origin, license, description, card, labels, vocabulary, space,
            parameters
        case parametersSum, input, output
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        self.init(
            id: try box.decode(String.self, forKey: .id),
            task: try box.decode(Task.self, forKey: .task),
            file: try box.decode(String.self, forKey: .file),
            url: try box.decodeIfPresent(String.self, forKey: .url),
            bytes: try box.decodeIfPresent(Int.self, forKey: .bytes),
            sha256: try box.decodeIfPresent(String.self, forKey: .sha256),
            origin: try box.decodeIfPresent(Origin.self, forKey: .origin),
            license: try box.decode(String.self, forKey: .license),
            description: try box.decode(String.self, forKey: .description),
            card: try box.decodeIfPresent(String.self, forKey: .card),
            labels: try box.decodeIfPresent(String.self, forKey: .labels),
            vocabulary: try box.decodeIfPresent(ModelVocabulary.self, forKey: .vocabulary),
            space: try box.decodeIfPresent(String.self, forKey: .space),
            parameters: try box.decodeIfPresent(String.self, forKey: .parameters),
            parametersSum: try box.decodeIfPresent(String.self, forKey: .parametersSum),
            input: try box.decode(ModelInput.self, forKey: .input),
            output: try box.decode(ModelOutput.self, forKey: .output))
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(id, forKey: .id)
        try box.encode(task, forKey: .task)
        try box.encode(file, forKey: .file)
        try box.encodeIfPresent(url, forKey: .url)
        try box.encodeIfPresent(bytes, forKey: .bytes)
        try box.encodeIfPresent(sha256, forKey: .sha256)
        try box.encodeIfPresent(origin, forKey: .origin)
        try box.encode(license, forKey: .license)
        try box.encode(description, forKey: .description)
        try box.encodeIfPresent(card, forKey: .card)
        try box.encodeIfPresent(labels, forKey: .labels)
        try box.encodeIfPresent(vocabulary, forKey: .vocabulary)
        try box.encodeIfPresent(space, forKey: .space)
        try box.encodeIfPresent(parameters, forKey: .parameters)
        try box.encodeIfPresent(parametersSum, forKey: .parametersSum)
        try box.encode(input, forKey: .input)
        try box.encode(output, forKey: .output)
    }
}

extension ModelVocabulary: Codable {
    private enum Key: String, CodingKey {
        case file, url, bytes, sha256
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        self.init(
            file: try box.decode(String.self, forKey: .file),
            url: try box.decodeIfPresent(String.self, forKey: .url),
            bytes: try box.decodeIfPresent(Int.self, forKey: .bytes),
            sha256: try box.decodeIfPresent(String.self, forKey: .sha256))
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(file, forKey: .file)
        try box.encodeIfPresent(url, forKey: .url)
        try box.encodeIfPresent(bytes, forKey: .bytes)
        try box.encodeIfPresent(sha256, forKey: .sha256)
    }
}

extension ModelEntry.Task: Codable {}
extension ModelEntry.Origin: Codable {}
extension ModelInput.Layout: Codable {}
extension ModelInput.ColorOrder: Codable {}
extension ModelInput.ResizeRule: Codable {}
extension ModelOutput.Kind: Codable {}

extension ModelInput: Codable {
    private enum Key: String, CodingKey {
        case layout, width, height, colors, resize, shorterSide, scale, mean, std, length, tokens
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        let layout = try box.decode(Layout.self, forKey: .layout)
        if layout == .tokens {
            self.init(
                length: try box.decode(Int.self, forKey: .length), tokens: try box.decode(Int.self, forKey: .tokens))
            return
        }
        if layout == .tensors {
            self = .tensors
            return
        }
        self.init(
            layout: layout, width: try box.decode(Int.self, forKey: .width),
            height: try box.decode(Int.self, forKey: .height),
            colors: try box.decode(ColorOrder.self, forKey: .colors),
            resize: try box.decode(ResizeRule.self, forKey: .resize),
            shorterSide: try box.decodeIfPresent(Int.self, forKey: .shorterSide),
            scale: try box.decode(Double.self, forKey: .scale), mean: try box.decode([Double].self, forKey: .mean),
            std: try box.decode([Double].self, forKey: .std))
    }

    /// Keys that do not apply to a text or a picture are not written.
    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(layout, forKey: .layout)
        if layout == .tensors { return }
        if layout == .tokens {
            try box.encode(length, forKey: .length)
            try box.encode(tokens, forKey: .tokens)
            return
        }
        try box.encode(width, forKey: .width)
        try box.encode(height, forKey: .height)
        try box.encode(colors, forKey: .colors)
        try box.encode(resize, forKey: .resize)
        try box.encodeIfPresent(shorterSide, forKey: .shorterSide)
        try box.encode(scale, forKey: .scale)
        try box.encode(mean, forKey: .mean)
        try box.encode(std, forKey: .std)
    }
}

extension ModelOutput: Codable {
    private enum Key: String, CodingKey { case kind, rows, columns, strides }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        kind = try box.decode(Kind.self, forKey: .kind)
        rows = try box.decodeIfPresent(Int.self, forKey: .rows)
        columns = try box.decode(Int.self, forKey: .columns)
        strides = try box.decodeIfPresent([Int].self, forKey: .strides) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(kind, forKey: .kind)
        try box.encodeIfPresent(rows, forKey: .rows)
        try box.encode(columns, forKey: .columns)
        if !strides.isEmpty { try box.encode(strides, forKey: .strides) }
    }
}
