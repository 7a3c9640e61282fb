import Foundation

/// A list of devices that cannot be used.
package struct DeviceBookError: Error, Equatable {
    package let path: String
    /// What is wrong, and what to do.
    package let text: String

    init(_ path: String, _ failure: DeviceFile.Failure) {
        self.path = path
        text =
            switch failure {
            case .damaged: "holds no list of devices; move it aside, and pair them again"
            case .unreadable: "is no file that can be read; change its permissions, or move it aside"
            case .system(let code): "\(String(cString: strerror(code))); change its permissions, or move it aside"
            }
    }
}
