package import EspyHTTP

extension Problem {
    /// Too much is waiting already.
    package static let busy = Problem(
        503, "busy", "Espy has too much to do at the moment.", detail: "try again in a few seconds",
        headers: ["Retry-After": "5"])

    package static let diskFull = Problem(
        507, "disk-full", "The disk is full.", detail: "free some space on the machine that runs Espy, and try again")

    package static let internalError = internalError(in: "Espy")
}
