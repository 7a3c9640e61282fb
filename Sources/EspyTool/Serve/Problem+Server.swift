import EspyApp
import EspyHTTP
import EspyServer
import EspySystem

/// What can be wrong with a server and with its devices.
extension Problem {
    init(_ error: ListenError) {
        switch error {
        case .system(_, let port, EADDRINUSE):
            self.init("portTaken", "port \(port) is taken; stop what uses it, or choose another with --port")
        case .system(_, let port, EACCES):
            self.init("portForbidden", "port \(port) is not for everyone; choose one above 1023 with --port")
        case .system(let address, let port, let code):
            let what = String(cString: strerror(code))
            self.init("listen", "cannot listen on port \(port) of \(address): \(what); choose another with --port")
        case .address(let address): self.init("listen", "\(quoted(address)) is no address of a machine")
        case .inherited(let reason):
            self.init("listen", "the sockets of the service manager cannot be used: \(reason)")
        case .library: self.init("listen", "the HTTP library does not start; raise ulimit -n, or free some memory")
        }
    }

    init(_ error: CertificateError) {
        switch error {
        case .file(let path, let code):
            self.init(
                "certificate",
                "the certificate cannot be kept: \(printable(path)): \(FileError(path, .system(code)).text)")
        case .library(let reason): self.init("certificate", "no certificate can be made: \(printable(reason))")
        }
    }

    init(_ error: RecordFileError) { self.init("devices", "\(printable(error.path)): \(error.text)") }
}
