package import EspyHTTP

extension Problem {
    package static let wrongHost = Problem(
        421, "wrong-host", "This server does not go by that name.",
        detail: "open the address that espy serve printed, exactly as it stands there")

    package static let foreignOrigin = Problem(
        403, "foreign-origin", "Another site may not do this.",
        detail: "only pages of this server may ask; programs send neither Origin nor Sec-Fetch-Site")

    /// HTTP wants a challenge beside it (RFC 9110, 15.5.2); browsers ignore one that they do not know.
    package static let notPaired = Problem(
        401, "not-paired", "This device is not paired.",
        detail: "open /pair and type the code that is shown where Espy runs",
        headers: ["WWW-Authenticate": "Pairing realm=\"espy\""])

    package static let localOnly = Problem(
        403, "local-only", "This is only for the machine that Espy runs on.",
        detail: "open http://localhost with the same port there")

    package static let notShared = Problem(
        409, "not-shared", "Espy is not open to other devices.", detail: "start it with espy serve --lan")

    package static let wrongCode = Problem(
        403, "wrong-code", "This is not the code.",
        detail: "a code works once and for five minutes; type the one that is shown now")

    /// - Parameter wait: in seconds.
    package static func tooManyTries(wait: Int) -> Problem {
        Problem(
            429, "too-many-tries", "Too many codes were tried.", detail: "try again in \(wait) s",
            headers: ["Retry-After": String(wait)])
    }

    package static let tooManyDevices = Problem(
        409, "too-many-devices", "No more devices can be paired.", detail: "remove one that is no longer used")

    package static let devicesNotKept = Problem(
        500, "devices-not-kept", "The list of devices could not be written.",
        detail: "free some space on the disk that Espy keeps its data on, or look at the permissions there")
}
