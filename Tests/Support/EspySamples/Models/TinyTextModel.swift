/// Small text models for tests, as ONNX files. Each token has a row of numbers; the embedding of a text is the sum of
/// its tokens' rows and an offset.
package struct TinyTextModel: Sendable {
    /// The number of tokens it knows.
    package var tokens: Int
    /// The nonzero rows, by token number.
    package var rows: [Int: [Float]]
    /// Added to each sum; as long as a row.
    package var offset: [Float]
    /// The number of tokens in a text; nil for any.
    package var length: Int?
    /// Whether tokens have 32 bits instead of 64.
    package var isShort = false
    /// Whether a second input marks the tokens that count.
    package var hasMask = false
    /// The name of the output.
    package var answer = "text_embeds"

    package init(tokens: Int, rows: [Int: [Float]], offset: [Float], length: Int? = nil) {
        (self.tokens, self.rows, self.offset, self.length) = (tokens, rows, offset, length)
    }

    /// The file's bytes.
    package var onnx: [UInt8] {
        ProtoWriter { model in
            model.number(1, 8)
            model.message(7, graph)
            // Operations of ONNX 1.8.
            model.message(8) { $0.number(2, 13) }
        }.bytes
    }

    private func graph(_ graph: inout ProtoWriter) {
        let last = hasMask ? "counted" : "hidden"
        var steps = [("Gather", ["table", "input_ids"], "hidden")]
        if hasMask {
            steps += [
                ("Cast", ["attention_mask"], "numbers"), ("Unsqueeze", ["numbers", "two"], "column"),
                ("Mul", ["hidden", "column"], "counted"),
            ]
        }
        steps += [("ReduceSum", [last, "one"], "sum"), ("Add", ["sum", "offset"], answer)]
        for (operation, inputs, output) in steps {
            graph.message(1) { node in
                for input in inputs { node.text(1, input) }
                node.text(2, output)
                node.text(3, output)
                node.text(4, operation)
                if operation == "ReduceSum" { Self.attribute(&node, "keepdims", 0) }
                if operation == "Cast" { Self.attribute(&node, "to", 1) }
            }
        }
        graph.text(2, "tiny")
        let table = (0..<tokens).flatMap { rows[$0] ?? [Float](repeating: 0, count: offset.count) }
        graph.message(5) { TinyModel.tensor(&$0, "table", [tokens, offset.count], table) }
        graph.message(5) { TinyModel.tensor(&$0, "offset", [offset.count], offset) }
        for (name, axis) in [("one", UInt8(1)), ("two", 2)] {
            graph.message(5) { tensor in
                tensor.number(1, 1)
                tensor.number(2, 7)
                tensor.text(8, name)
                tensor.bytes(9, [axis, 0, 0, 0, 0, 0, 0, 0])
            }
        }
        let kind = isShort ? 6 : 7
        graph.message(11) { port(&$0, "input_ids", kind, [nil, length]) }
        if hasMask { graph.message(11) { port(&$0, "attention_mask", kind, [nil, length]) } }
        // The hidden layer before the result is also an output, and comes first, as in published models.
        graph.message(12) { port(&$0, "hidden", 1, [nil, length, offset.count]) }
        graph.message(12) { port(&$0, answer, 1, [nil, offset.count]) }
    }

    private static func attribute(_ node: inout ProtoWriter, _ name: String, _ value: Int) {
        node.message(5) { attribute in
            attribute.text(1, name)
            attribute.number(3, value)
            attribute.number(20, 2)
        }
    }

    private func port(_ writer: inout ProtoWriter, _ name: String, _ kind: Int, _ lengths: [Int?]) {
        writer.text(1, name)
        writer.message(2) { type in
            type.message(1) { tensor in
                tensor.number(1, kind)
                tensor.message(2) { shape in
                    for (place, value) in lengths.enumerated() {
                        shape.message(1) { length in
                            if let value { length.number(1, value) } else { length.text(2, "N\(place)") }
                        }
                    }
                }
            }
        }
    }
}
