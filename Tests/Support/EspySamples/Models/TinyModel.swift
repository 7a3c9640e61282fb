/// Small models for tests, as ONNX files: each computes the means of the three planes of a picture, and from them its
/// output
/// with a matrix and an offset.
package struct TinyModel: Sendable {
    /// `[N, 3, side, side]`
    package var side = 8
    /// Pictures in a batch; nil for any number.
    package var batch: Int?
    /// Shape of the output for one picture.
    package var answer = [4]
    /// Three rows with as many numbers as the output has, applied to the means. If nil, the first mean everywhere.
    package var matrix: [Float]?
    /// Added to each number of the output.
    package var offset: [Float]?
    /// Names of the input and of the output.
    package var ports = (input: "pictures", output: "answer")
    /// An ONNX operation at the end that takes one tensor, such as `Sqrt`.
    package var finish: String?

    package init(side: Int = 8, batch: Int? = nil, answer: [Int] = [4]) {
        self.side = side
        self.batch = batch
        self.answer = answer
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

    private var count: Int { answer.reduce(1, *) }

    private func graph(_ graph: inout ProtoWriter) {
        let steps = [
            ("ReduceMean", [ports.input], "means"), ("MatMul", ["means", "matrix"], "product"),
            ("Add", ["product", "offset"], "sum"), ("Reshape", ["sum", "shape"], "shaped"),
            (finish ?? "Identity", ["shaped"], ports.output),
        ]
        for (operation, inputs, output) in steps {
            graph.message(1) { node in
                for input in inputs { node.text(1, input) }
                node.text(2, output)
                // Without a name, the runtime invents a new one each time, and does not recognize the model.
                node.text(3, output)
                node.text(4, operation)
                if operation == "ReduceMean" { Self.addAxes(&node) }
            }
        }
        graph.text(2, "tiny")
        let first = [Float](repeating: 1, count: count) + [Float](repeating: 0, count: 2 * count)
        graph.message(5) { Self.tensor(&$0, "matrix", [3, count], matrix ?? first) }
        graph.message(5) { Self.tensor(&$0, "offset", [count], offset ?? [Float](repeating: 0, count: count)) }
        graph.message(5) { shape in
            // 0 keeps the size of the batch.
            let lengths = [0] + answer
            shape.number(1, lengths.count)
            shape.number(2, 7)
            shape.text(8, "shape")
            shape.bytes(9, lengths.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } })
        }
        graph.message(11) { port(&$0, ports.input, [3, side, side]) }
        graph.message(12) { port(&$0, ports.output, answer) }
    }

    /// Reduces rows and columns.
    private static func addAxes(_ node: inout ProtoWriter) {
        node.message(5) { attribute in
            attribute.text(1, "axes")
            for axis in [2, 3] { attribute.number(8, axis) }
            attribute.number(20, 7)
        }
        node.message(5) { attribute in
            attribute.text(1, "keepdims")
            attribute.number(3, 0)
            attribute.number(20, 2)
        }
    }

    static func tensor(_ writer: inout ProtoWriter, _ name: String, _ lengths: [Int], _ values: [Float]) {
        for length in lengths { writer.number(1, length) }
        writer.number(2, 1)
        writer.text(8, name)
        writer.bytes(
            9, values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) } })
    }

    private func port(_ writer: inout ProtoWriter, _ name: String, _ lengths: [Int]) {
        writer.text(1, name)
        writer.message(2) { type in
            type.message(1) { tensor in
                tensor.number(1, 1)
                tensor.message(2) { shape in
                    shape.message(1) { length in
                        if let batch { length.number(1, batch) } else { length.text(2, "N") }
                    }
                    for value in lengths { shape.message(1) { $0.number(1, value) } }
                }
            }
        }
    }
}
