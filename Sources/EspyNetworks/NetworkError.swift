/// The reason why a network could not be loaded or run.
package enum NetworkError: Error, Equatable {
    /// The file is not in the format of ONNX.
    case malformed
    /// The network has an operator that is not implemented, or not in this form.
    case unknownOperator(String)
    /// The inputs, or numbers calculated from them, do not fit the operator.
    case wrongShape(String)
}
