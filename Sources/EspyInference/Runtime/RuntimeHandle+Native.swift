// Not in the browser: the page has a runtime of its own.

import COpenVINO

/// An object of the runtime, freed with the last reference to it.
///
/// Unchecked, because the compiler knows nothing about pointers: any number of threads may use cores and compiled
/// models at once, according to the runtime's documentation; a model that was read is used only by the function that
/// read it, and a request only by the caller to which ``CompiledModel`` lent it. The pointer never changes.
final class RuntimeHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    private let free: @Sendable (OpaquePointer) -> Void
    /// The object that made it, which must live as long.
    private let maker: RuntimeHandle?

    init(_ pointer: OpaquePointer, maker: RuntimeHandle? = nil, free: @escaping @Sendable (OpaquePointer) -> Void) {
        self.pointer = pointer
        self.maker = maker
        self.free = free
    }

    deinit { free(pointer) }
}

/// The runtime's message about a failure.
struct RuntimeFailure: Error {
    let text: String

    /// Runs one call of the shim.
    /// - Parameter call: gets a buffer for the message; nil or 0 means failure.
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

    /// Shortens a message to one line: the runtime writes several, with places in its source code between them.
    private static func shortened(_ message: [CChar]) -> String {
        let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let reasons = lines.filter { !$0.hasPrefix("Exception from ") }
        let text = (reasons.isEmpty ? lines : reasons).joined(separator: " ")
        return text.isEmpty ? "unknown reason" : String(text.prefix(300))
    }
}

extension InferenceError {
    /// Runs work that calls the runtime. Errors while it reads or runs a model are attributed to the model's file.
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

    /// The shape as an array, with -1 for an open length.
    var array: [Int] {
        withUnsafeBytes(of: lengths) { $0.bindMemory(to: Int64.self).prefix(Int(rank)).map(Int.init) }
    }
}
