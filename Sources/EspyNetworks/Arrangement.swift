extension Operands {
    func concat() throws(NetworkError) -> Values {
        let first = try self[0]
        let axis = try dimension(attributes.integer("axis", else: 0), of: first.shape.count)
        var shape = first.shape
        for index in 1..<max(count, 1) {
            let values = try self[index]
            try check(values.shape.count == shape.count)
            for dimension in shape.indices where dimension != axis {
                try check(values.shape[dimension] == first.shape[dimension])
            }
            shape[axis] += values.shape[axis]
        }
        let result = Values(shape: shape, steps: Values.steps(of: shape, order: first.order))
        var place = 0
        for index in 0..<count {
            let values = try self[index]
            result.view(shape: values.shape, steps: result.steps, at: place * result.steps[axis]).write(values)
            place += values.shape[axis]
        }
        return result
    }

    func constantOfShape() throws(NetworkError) -> Values {
        let shape = try self[0].integers
        try check(shape.allSatisfy { $0 >= 0 })
        let number = attributes.value?.numbers.first ?? 0
        return Values(shape: shape) { $0.update(repeating: number, count: shape.reduce(1, *)) }
    }

    func expand() throws(NetworkError) -> Values {
        let values = try self[0]
        let wanted = try self[1].integers
        // Dimensions of one in the wished shape stay as long as they are.
        let lead = wanted.count - values.shape.count
        let shape = wanted.indices.map { index in
            wanted[index] == 1 && index >= lead ? values.shape[index - lead] : wanted[index]
        }
        return try values.repeated(to: shape, name)
    }

    func gather() throws(NetworkError) -> Values {
        let values = try self[0]
        let axis = try dimension(attributes.integer("axis", else: 0), of: values.shape.count)
        let indices = try self[1]
        guard indices.shape.isEmpty else { throw .unknownOperator("Gather of several") }
        let index = try dimension(indices.integers[0], of: values.shape[axis])
        var (shape, steps) = (values.shape, values.steps)
        shape.remove(at: axis)
        let distance = index * steps.remove(at: axis)
        return values.view(shape: shape, steps: steps, at: distance)
    }

    func pad() throws(NetworkError) -> Values {
        let values = try self[0]
        let pads = try self[1].integers
        guard attributes.texts["mode"] ?? "constant" == "constant", optional(2)?.numbers.first ?? 0 == 0 else {
            throw .unknownOperator("Pad with something else than zeros")
        }
        let dimensions = values.shape.count
        try check(pads.count == 2 * dimensions && pads.allSatisfy { $0 >= 0 })
        let shape = values.shape.indices.map { values.shape[$0] + pads[$0] + pads[$0 + dimensions] }
        let result = Values(shape: shape, steps: Values.steps(of: shape, order: values.order))
        result.start.update(repeating: 0, count: result.count)
        let distance = values.shape.indices.reduce(0) { $0 + pads[$1] * result.steps[$1] }
        result.view(shape: values.shape, steps: result.steps, at: distance).write(values)
        return result
    }

    func range() throws(NetworkError) -> Values {
        var bounds: [Float] = []
        for index in 0..<3 {
            let number = try self[index].numbers.first
            try check(number != nil)
            bounds.append(number ?? 0)
        }
        try check(bounds[2] == 1 && bounds[1] - bounds[0] < 1e7)
        let count = max(0, Int((bounds[1] - bounds[0]).rounded(.up)))
        return Values(shape: [count]) { numbers in
            for index in 0..<count { numbers[index] = bounds[0] + Float(index) }
        }
    }

    func reshape() throws(NetworkError) -> Values {
        let values = try self[0]
        var shape = try self[1].integers
        for index in shape.indices where shape[index] == 0 && attributes.integer("allowzero", else: 0) == 0 {
            try check(index < values.shape.count)
            shape[index] = values.shape[index]
        }
        if let open = shape.firstIndex(of: -1) {
            shape[open] = 1
            let rest = shape.reduce(1, *)
            try check(rest > 0)
            shape[open] = values.count / rest
        }
        try check(shape.allSatisfy { $0 >= 0 } && shape.reduce(1, *) == values.count)
        return values.inRows().view(shape: shape, steps: Values.rowSteps(of: shape))
    }

    func slice() throws(NetworkError) -> Values {
        let values = try self[0]
        let (starts, ends) = (try self[1].integers, try self[2].integers)
        let axes = optional(3)?.integers ?? Array(starts.indices)
        let strides = optional(4)?.integers ?? starts.map { _ in 1 }
        try check(starts.count == ends.count && starts.count == axes.count && starts.count == strides.count)
        var (shape, steps, distance) = (values.shape, values.steps, 0)
        for index in starts.indices {
            let axis = try dimension(axes[index], of: shape.count)
            let (length, stride) = (shape[axis], strides[index])
            try check(stride != 0)
            let (lowest, highest) = stride > 0 ? (0, length) : (-1, length - 1)
            let bound = { (place: Int) in min(max(place < 0 ? place + length : place, lowest), highest) }
            let (start, end) = (bound(starts[index]), bound(ends[index]))
            shape[axis] = max(
                0, stride > 0 ? (end - start + stride - 1) / stride : (start - end - stride - 1) / -stride)
            if shape[axis] > 0 { distance += start * steps[axis] }
            steps[axis] *= stride
        }
        return values.view(shape: shape, steps: steps, at: distance)
    }

    func split() throws(NetworkError) -> [Values] {
        let values = try self[0]
        let axis = try dimension(attributes.integer("axis", else: 0), of: values.shape.count)
        let lengths = try self[1].integers
        try check(lengths.reduce(0, +) == values.shape[axis] && lengths.allSatisfy { $0 >= 0 })
        var place = 0
        return lengths.map { length in
            defer { place += length }
            var shape = values.shape
            shape[axis] = length
            return values.view(shape: shape, steps: values.steps, at: place * values.steps[axis])
        }
    }

    func squeeze() throws(NetworkError) -> Values {
        let values = try self[0]
        var dropped: [Int] = []
        for axis in try self[1].integers {
            let axis = try dimension(axis, of: values.shape.count)
            try check(values.shape[axis] == 1)
            dropped.append(axis)
        }
        let kept = values.shape.indices.filter { !dropped.contains($0) }
        return values.view(shape: kept.map { values.shape[$0] }, steps: kept.map { values.steps[$0] })
    }

    func transpose() throws(NetworkError) -> Values {
        let values = try self[0]
        let order = attributes.integers["perm"] ?? values.shape.indices.reversed()
        try check(order.sorted() == Array(values.shape.indices))
        return values.view(shape: order.map { values.shape[$0] }, steps: order.map { values.steps[$0] })
    }

    func unsqueeze() throws(NetworkError) -> Values {
        let values = try self[0]
        let axes = try self[1].integers
        let total = values.shape.count + axes.count
        var places: [Int] = []
        for axis in axes { places.append(try dimension(axis, of: total)) }
        var (shape, steps, next) = ([Int](), [Int](), 0)
        for place in 0..<total {
            if places.contains(place) {
                shape.append(1)
                steps.append(1)
            } else {
                try check(next < values.shape.count)
                shape.append(values.shape[next])
                steps.append(values.steps[next])
                next += 1
            }
        }
        return values.view(shape: shape, steps: steps)
    }
}
