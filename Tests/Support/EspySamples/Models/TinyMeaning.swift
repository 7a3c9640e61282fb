/// Both halves of a small model that knows three colors, and the words of generic captions.
package enum TinyMeaning {
    /// Merges that make one token each of `red`, `green` and `blue`, but not of `a`, `photo` and `of`.
    package static let merges = """
        #version: 0.2
        r e
        re d</w>
        g re
        gre e
        gree n</w>
        b l
        bl u
        blu e</w>

        """
    /// Includes those of all bytes, and the two for beginning and end.
    package static let tokens = 522
    /// The tokens of `red`, `green` and `blue`.
    package static let colors = [513, 516, 519]

    /// Returns how much red, green and blue there is, from black on, and a number that is the same for all photos.
    package static var image: TinyModel {
        var model = TinyModel(side: 8, answer: [4])
        model.matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
        model.offset = [-0.3, -0.3, -0.3, 0.3]
        return model
    }

    /// Returns the colors that a text names, and a number that is the same for all texts.
    package static var text: TinyTextModel {
        var rows = [colors[0]: [3, -1, -1, 0], colors[1]: [-1, 3, -1, 0], colors[2]: [-1, -1, 3, 0] as [Float]]
        // “blurred”, a word of generic captions, ends with the token for “red”; its beginning cancels that.
        rows[518] = [-3, 1, 1, 0]
        // A quote; texts are padded with the token before it.
        rows[1] = [0, 0, 0, 0.1]
        return TinyTextModel(tokens: tokens, rows: rows, offset: [0, 0, 0, 1])
    }
}
