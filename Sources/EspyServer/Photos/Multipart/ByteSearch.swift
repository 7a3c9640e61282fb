import Foundation

/// Finds short runs of bytes in long ones.
enum ByteSearch {
    /// Where `wanted`, which is not empty, begins for the first time at or behind `start`.
    static func first(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            wanted.withUnsafeBytes { wanted -> Int? in
                guard let base = bytes.baseAddress, let pattern = wanted.baseAddress else { return nil }
                var place = start
                while place + wanted.count <= bytes.count {
                    // The first byte is rare in pictures, and the C library looks for it many at a time.
                    let room = bytes.count - wanted.count + 1 - place
                    guard let next = memchr(base + place, Int32(wanted[0]), room) else { return nil }
                    place = UnsafeRawPointer(next) - base
                    if memcmp(base + place, pattern, wanted.count) == 0 { return place }
                    place += 1
                }
                return nil
            }
        }
    }
}
