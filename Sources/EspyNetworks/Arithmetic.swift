extension Values {
    /// New numbers in the order of these, or of others that are more.
    private func like(_ shape: [Int], order: [Int]) -> Values {
        Values(shape: shape, steps: Self.steps(of: shape, order: order))
    }

    /// A function of each number.
    @inline(__always)
    func map(_ function: (Float) -> Float) -> Values {
        let result = like(shape, order: order)
        let (target, source) = (result.start, start)
        Walk(shape, result.steps, steps, steps).each { count, places, steps in
            let (to, from) = (target + places.0, source + places.1)
            if steps.1 == 1 {
                for index in 0..<count { to[index] = function(from[index]) }
            } else {
                for index in 0..<count { to[index] = function(from[index &* steps.1]) }
            }
        }
        return result
    }

    /// A function of four numbers at a time.
    @inline(__always)
    func vectors(_ function: (SIMD4<Float>) -> SIMD4<Float>) -> Values {
        let result = like(shape, order: order)
        let (target, source) = (result.start, start)
        Walk(shape, result.steps, steps, steps).each { count, places, steps in
            let (to, from) = (target + places.0, source + places.1)
            var index = 0
            while steps.1 == 1, index + 4 <= count {
                let numbers = UnsafeRawPointer(from + index).loadUnaligned(as: SIMD4<Float>.self)
                UnsafeMutableRawPointer(to + index).storeBytes(of: function(numbers), as: SIMD4<Float>.self)
                index += 4
            }
            while index < count {
                to[index] = function(SIMD4(repeating: from[index &* steps.1]))[0]
                index += 1
            }
        }
        return result
    }

    /// A function of the pairs of two views whose shapes are made equal by repeating.
    @inline(__always)
    func combined(
        with other: Values, _ name: String, _ function: (Float, Float) -> Float
    ) throws(NetworkError) -> Values {
        let shape = try Self.common(self.shape, other.shape, name)
        let (first, second) = (try repeated(to: shape, name), try other.repeated(to: shape, name))
        let larger = count >= other.count ? first : second
        let result = like(shape, order: larger.order)
        let (target, a, b) = (result.start, first.start, second.start)
        Walk(shape, result.steps, first.steps, second.steps).each { count, places, steps in
            let (to, x, y) = (target + places.0, a + places.1, b + places.2)
            switch (steps.1, steps.2) {
            case (1, 1): for index in 0..<count { to[index] = function(x[index], y[index]) }
            case (1, 0):
                let number = y[0]
                for index in 0..<count { to[index] = function(x[index], number) }
            default: for index in 0..<count { to[index] = function(x[index &* steps.1], y[index &* steps.2]) }
            }
        }
        return result
    }

    private static func common(_ first: [Int], _ second: [Int], _ name: String) throws(NetworkError) -> [Int] {
        var shape = [Int](repeating: 1, count: max(first.count, second.count))
        for index in shape.indices {
            let (a, b) = (first.count - 1 - index, second.count - 1 - index)
            let lengths = (a < 0 ? 1 : first[a], b < 0 ? 1 : second[b])
            guard lengths.0 == lengths.1 || lengths.0 == 1 || lengths.1 == 1 else { throw .wrongShape(name) }
            shape[shape.count - 1 - index] = lengths.0 == 1 ? lengths.1 : lengths.0
        }
        return shape
    }

    /// A view that repeats dimensions of one, and has new ones in front.
    func repeated(to wanted: [Int], _ name: String) throws(NetworkError) -> Values {
        let lead = wanted.count - shape.count
        guard lead >= 0 else { throw .wrongShape(name) }
        var steps = [Int](repeating: 0, count: wanted.count)
        for (index, length) in shape.enumerated() where length != 1 || wanted[lead + index] == 1 {
            guard length == wanted[lead + index] else { throw .wrongShape(name) }
            steps[lead + index] = self.steps[index]
        }
        return view(shape: wanted, steps: steps)
    }
}

extension Operands {
    /// To integers numbers are cut off; other kinds keep them.
    func cast() throws(NetworkError) -> Values {
        let values = try self[0]
        switch attributes.integer("to", else: 1) {
        case 6, 7: return values.map { $0.rounded(.towardZero) }
        case 9: return values.map { $0 == 0 ? 0 : 1 }
        default: return values
        }
    }

    func clip() throws(NetworkError) -> Values {
        let low = optional(1)?.numbers.first ?? -.infinity
        let high = optional(2)?.numbers.first ?? .infinity
        return try self[0].map { $0 < low ? low : $0 > high ? high : $0 }
    }

    /// Numbers of the second view where the first is not zero, of the third elsewhere.
    func choice() throws(NetworkError) -> Values {
        let (isFirst, first, second) = (try self[0], try self[1], try self[2])
        let chosen = try isFirst.combined(with: first, name) { $0 != 0 ? $1 : 0 }
        let rest = try isFirst.combined(with: second, name) { $0 == 0 ? $1 : 0 }
        return try chosen.combined(with: rest, name) { $0 + $1 }
    }

    @inline(__always)
    func reduced(from start: Float, _ add: (Float, Float) -> Float) throws(NetworkError) -> Values {
        let values = try self[0]
        let axes = try axes(of: values)
        let kept = values.shape.indices.map { axes.contains($0) ? 1 : values.shape[$0] }
        let result = Values(shape: kept) { $0.update(repeating: start, count: kept.reduce(1, *)) }
        let steps = values.shape.indices.map { axes.contains($0) ? 0 : result.steps[$0] }
        let (target, source) = (result.start, values.start)
        Walk(values.shape, values.steps, steps, steps).each { count, places, steps in
            let (to, from) = (target + places.1, source + places.0)
            for index in 0..<count {
                to[index &* steps.1] = add(to[index &* steps.1], from[index &* steps.0])
            }
        }
        guard attributes.integer("keepdims", else: 1) == 0 else { return result }
        let shape = values.shape.indices.filter { !axes.contains($0) }.map { values.shape[$0] }
        return result.view(shape: shape, steps: Values.rowSteps(of: shape))
    }

    func mean() throws(NetworkError) -> Values {
        let sum = try reduced(from: 0) { $0 + $1 }
        let share = Float(sum.count) / Float(try self[0].count)
        return sum.map { $0 * share }
    }

    private func axes(of values: Values) throws(NetworkError) -> [Int] {
        let given = attributes.integers["axes"] ?? optional(1)?.integers ?? Array(values.shape.indices)
        var axes: [Int] = []
        for axis in given { axes.append(try dimension(axis, of: values.shape.count)) }
        return axes
    }

    /// The product of two matrices, the second one transposed, and a sum.
    func gemm() throws(NetworkError) -> Values {
        let (values, weights) = (try self[0], try self[1])
        try check(values.shape.count == 2 && weights.shape.count == 2 && values.shape[1] == weights.shape[1])
        guard attributes.integer("transB", else: 0) == 1, attributes.integer("transA", else: 0) == 0 else {
            throw .unknownOperator("Gemm that is not transposed")
        }
        let (outputs, inputs) = (weights.shape[0], weights.shape[1])
        let rows = values.inRows().view(shape: [values.shape[0], inputs, 1, 1], steps: [inputs, 1, inputs, inputs])
        let matrix = weights.inRows().view(shape: [outputs, inputs, 1, 1], steps: [inputs, 1, 1, 1])
        let layer = Convolution(matrix, bias: optional(2), form: .init(), isSeparate: false)
        return try layer.run(rows).view(shape: [values.shape[0], outputs], steps: [outputs, 1])
    }

    /// The products of each pixel with each key.
    func einsum() throws(NetworkError) -> Values {
        guard attributes.texts["equation"] == "bchw,bcj->bjhw" else { throw .unknownOperator(name) }
        let (maps, keys) = (try self[0], try self[1])
        try check(maps.shape.count == 4 && keys.shape.count == 3 && maps.shape[0] == 1 && keys.shape[0] == 1)
        try check(maps.shape[1] == keys.shape[1])
        let weights = keys.view(
            shape: [keys.shape[2], keys.shape[1], 1, 1], steps: [keys.steps[2], keys.steps[1], 1, 1])
        return try Convolution(weights, bias: nil, form: .init(), isSeparate: false).run(maps)
    }
}
