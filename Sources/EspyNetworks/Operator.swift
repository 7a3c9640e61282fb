import CMath

/// The operators that the networks have, by their names in ONNX.
enum Operator: String {
    case abs = "Abs"
    case add = "Add"
    case averagePool = "AveragePool"
    case cast = "Cast"
    case clip = "Clip"
    case concat = "Concat"
    case constantOfShape = "ConstantOfShape"
    case conv = "Conv"
    case div = "Div"
    case einsum = "Einsum"
    case equal = "Equal"
    case exp = "Exp"
    case expand = "Expand"
    case gather = "Gather"
    case gemm = "Gemm"
    case gridSample = "GridSample"
    case log = "Log"
    case maxPool = "MaxPool"
    case mul = "Mul"
    case pad = "Pad"
    case range = "Range"
    case reduceL2 = "ReduceL2"
    case reduceMax = "ReduceMax"
    case reduceMean = "ReduceMean"
    case reduceSum = "ReduceSum"
    case relu = "Relu"
    case reshape = "Reshape"
    case resize = "Resize"
    case shape = "Shape"
    case sigmoid = "Sigmoid"
    case slice = "Slice"
    case split = "Split"
    case squeeze = "Squeeze"
    case sub = "Sub"
    case transpose = "Transpose"
    case unsqueeze = "Unsqueeze"
    case `where` = "Where"

    func run(_ given: Operands) throws(NetworkError) -> [Values] {
        if self == .split { return try given.split() }
        return [try result(given)]
    }

    private func result(_ given: Operands) throws(NetworkError) -> Values {
        switch self {
        case .averagePool, .maxPool, .resize, .gridSample, .conv, .gemm, .einsum: try pictures(given)
        case .abs, .cast, .clip, .exp, .log, .relu, .sigmoid: try each(given)
        case .add, .div, .equal, .mul, .sub, .where: try pairs(given)
        case .reduceL2, .reduceMax, .reduceMean, .reduceSum: try reduced(given)
        default: try arranged(given)
        }
    }

    private func pictures(_ given: Operands) throws(NetworkError) -> Values {
        switch self {
        case .averagePool: try given.averagePool()
        case .maxPool: try given.maxPool()
        case .resize: try given.resize()
        case .gridSample: try given.gridSample()
        case .gemm: try given.gemm()
        case .einsum: try given.einsum()
        default: throw .unknownOperator(rawValue)
        }
    }

    private func each(_ given: Operands) throws(NetworkError) -> Values {
        let values = try given[0]
        return switch self {
        case .abs: values.map { $0.magnitude }
        case .cast: try given.cast()
        case .clip: try given.clip()
        case .exp: values.vectors { Exponential.of($0) }
        case .log: values.map { CMath.logf($0) }
        case .relu: values.map { $0 > 0 ? $0 : 0 }
        default: values.vectors { 1 / (1 + Exponential.of(-$0)) }
        }
    }

    private func pairs(_ given: Operands) throws(NetworkError) -> Values {
        if self == .where { return try given.choice() }
        let (first, second) = (try given[0], try given[1])
        return switch self {
        case .add: try first.combined(with: second, rawValue) { $0 + $1 }
        case .div: try first.combined(with: second, rawValue) { $0 / $1 }
        case .equal: try first.combined(with: second, rawValue) { $0 == $1 ? 1 : 0 }
        case .mul: try first.combined(with: second, rawValue) { $0 * $1 }
        default: try first.combined(with: second, rawValue) { $0 - $1 }
        }
    }

    private func reduced(_ given: Operands) throws(NetworkError) -> Values {
        switch self {
        case .reduceL2: try given.reduced(from: 0) { $0 + $1 * $1 }.map { $0.squareRoot() }
        case .reduceMax: try given.reduced(from: -.infinity) { $0 > $1 ? $0 : $1 }
        case .reduceMean: try given.mean()
        default: try given.reduced(from: 0) { $0 + $1 }
        }
    }

    private func arranged(_ given: Operands) throws(NetworkError) -> Values {
        switch self {
        case .concat: try given.concat()
        case .constantOfShape: try given.constantOfShape()
        case .expand: try given.expand()
        case .gather: try given.gather()
        case .pad: try given.pad()
        case .range: try given.range()
        case .reshape: try given.reshape()
        case .shape: Values(integers: try given[0].shape)
        case .slice: try given.slice()
        case .squeeze: try given.squeeze()
        case .transpose: try given.transpose()
        case .unsqueeze: try given.unsqueeze()
        default: throw .unknownOperator(rawValue)
        }
    }
}

/// The inputs and attributes of a node.
struct Operands {
    private let values: [Values?]
    let attributes: Graph.Attributes
    let name: String

    init(_ values: [Values?], _ attributes: Graph.Attributes, _ name: String) {
        (self.values, self.attributes, self.name) = (values, attributes, name)
    }

    var count: Int { values.count }

    subscript(index: Int) -> Values {
        get throws(NetworkError) {
            guard let value = optional(index) else { throw .wrongShape(name) }
            return value
        }
    }

    func optional(_ index: Int) -> Values? { index < values.count ? values[index] : nil }

    /// An index that may count from the end.
    func dimension(_ index: Int, of count: Int) throws(NetworkError) -> Int {
        let dimension = index < 0 ? index + count : index
        guard dimension >= 0, dimension < count else { throw .wrongShape(name) }
        return dimension
    }

    func check(_ isFit: Bool) throws(NetworkError) {
        guard isFit else { throw .wrongShape(name) }
    }
}
