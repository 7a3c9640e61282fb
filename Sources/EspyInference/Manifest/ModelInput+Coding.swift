extension ModelInput {
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

    /// What a text or a picture does not have is not written.
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
