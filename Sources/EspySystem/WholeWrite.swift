import Foundation

/// Writes all bytes to an open file, pipe or terminal, however few it takes at a time.
///
/// - Parameter number: of its descriptor.
package func writeAll(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
    var done = 0
    while done < bytes.count {
        let count = bytes.withUnsafeBytes { write(number, $0.baseAddress.map { $0 + done }, $0.count - done) }
        if count < 0, errno == EINTR { continue }
        // Nothing written and no error would go on for ever.
        guard count > 0 else { throw count < 0 ? .last : SystemError(code: EIO) }
        done += count
    }
}
