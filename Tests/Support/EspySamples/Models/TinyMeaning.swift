/// Both halves of a small model that knows three colors, and all that is said of any photo.
package enum TinyMeaning {
    /// Pairs of pieces by which `red`, `green` and `blue` are one piece each, `a`, `photo` and `of` not.
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
    /// With those of all bytes, and the two for beginning and end.
    package static let tokens = 522
    /// The numbers of `red`, `green` and `blue`.
    package static let colors = [513, 516, 519]

    /// Answers with how much red, green and blue there is, from black on, and a number that is the same for all photos.
    package static var image: TinyModel {
        var model = TinyModel(side: 8, answer: [4])
        model.matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
        model.offset = [-0.3, -0.3, -0.3, 0.3]
        return model
    }

    /// Answers with the colors that a text names, and that it is a text.
    package static var text: TinyTextModel {
        var rows = [colors[0]: [3, -1, -1, 0], colors[1]: [-1, 3, -1, 0], colors[2]: [-1, -1, 3, 0] as [Float]]
        // “blurred”, which is said of any photo, ends with a piece that is “red”: its beginning takes that back.
        rows[518] = [-3, 1, 1, 0]
        // A quote; the sign before it is what texts are filled up with.
        rows[1] = [0, 0, 0, 0.1]
        return TinyTextModel(tokens: tokens, rows: rows, offset: [0, 0, 0, 1])
    }
}
