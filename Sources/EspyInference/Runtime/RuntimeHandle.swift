import COpenVINO

/// An object of the runtime, freed with the last reference to it.
///
/// Unchecked, for the compiler knows nothing of pointers: cores and compiled models may be used by any number of threads
/// at once, as the runtime's documentation says; a model that was read is used by the one function that read it, and a
/// request by the one caller that ``CompiledModel`` lent it to. The pointer never changes.
final class RuntimeHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    private let free: @Sendable (OpaquePointer) -> Void
    /// What it was made by, which has to live as long.
    private let maker: RuntimeHandle?

    init(_ pointer: OpaquePointer, maker: RuntimeHandle? = nil, free: @escaping @Sendable (OpaquePointer) -> Void) {
        self.pointer = pointer
        self.maker = maker
        self.free = free
    }

    deinit { free(pointer) }
}

/// What the runtime said when it could not.
struct RuntimeFailure: Error {
    let text: String

    /// Runs one call of the shim.
    /// - Parameter call: gets room for the message; nil or 0 means that it failed.
    static func checked<Result>(
        _ call: (UnsafeMutablePointer<CChar>) -> Result?
    ) throws(RuntimeFailure) -> Result {
        var message = [CChar](repeating: 0, count: Int(ESPY_OV_MESSAGE))
        let result = message.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.flatMap(call) }
        if let result { return result }
        throw RuntimeFailure(text: shortened(message))
    }

    static func check(_ call: (UnsafeMutablePointer<CChar>) -> Int32) throws(RuntimeFailure) {
        _ = try checked { (message: UnsafeMutablePointer<CChar>) -> Bool? in call(message) == 0 ? nil : true }
    }

    /// One line: the runtime writes several, with places in its own source between them.
    private static func shortened(_ message: [CChar]) -> String {
        let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let told = lines.filter { !$0.hasPrefix("Exception from ") }
        let text = (told.isEmpty ? lines : told).joined(separator: " ")
        return text.isEmpty ? "no reason was given" : String(text.prefix(300))
    }
}

extension InferenceError {
    /// Does what calls the runtime. What that objects to while it reads or runs a model is the fault of the model's file.
    static func blaming<Result>(_ id: String, _ work: () throws -> Result) throws(InferenceError) -> Result {
        do {
            return try work()
        } catch let error as InferenceError {
            throw error
        } catch {
            throw .corruptModel(id: id, reason: (error as? RuntimeFailure)?.text ?? "\(error)")
        }
    }
}

extension espy_ov_shape {
    init(_ lengths: [Int]) {
        self.init()
        rank = Int32(lengths.count)
        withUnsafeMutableBytes(of: &self.lengths) { bytes in
            let numbers = bytes.bindMemory(to: Int64.self)
            for (index, length) in lengths.prefix(numbers.count).enumerated() { numbers[index] = Int64(length) }
        }
    }

    /// -1 where a length is open.
    var array: [Int] {
        withUnsafeBytes(of: lengths) { $0.bindMemory(to: Int64.self).prefix(Int(rank)).map(Int.init) }
    }
}
