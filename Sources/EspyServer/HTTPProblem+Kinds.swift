import Espy
package import EspyApp
package import EspyHTTP

/// The status and title of each kind of problem. EspyApp words the errors of the library; problems that only HTTP has
/// are worded here.
extension HTTPProblem {
    // MARK: Server

    /// The queue is full.
    package static let busy = HTTPProblem(
        503, "busy", "Espy is busy.", detail: "try again in a few seconds",
        headers: ["Retry-After": "5"])

    package static let diskFull = HTTPProblem(
        507, "disk-full", "The disk is full.", detail: "free some space on the machine that runs Espy, and try again")

    package static let internalError = internalError(in: "Espy")

    // MARK: Photos

    package static func notAnImage(_ detail: String) -> HTTPProblem {
        HTTPProblem(415, "not-an-image", "This is not a supported image format.", detail: detail)
    }

    package static func tooManyPixels(_ detail: String) -> HTTPProblem {
        HTTPProblem(422, "too-many-pixels", "The photo has too many pixels.", detail: detail)
    }

    package static func damaged(_ detail: String) -> HTTPProblem {
        HTTPProblem(422, "damaged", "The picture is damaged.", detail: detail)
    }

    /// The photo is not stored any more.
    package static let photoGone = HTTPProblem(
        410, "photo-gone", "The photo is no longer stored.",
        detail: "photos are stored for an hour after their last use; choose it again")

    /// The entry exists, but its photo was not kept.
    static let noPhotoKept = HTTPProblem(
        404, "no-photo-kept", "This entry has no stored photo.",
        detail: "it was saved without one, or the photo was removed to make room")

    /// The photo is known, but its file cannot be read at the moment.
    static let fileGone = HTTPProblem(
        410, "file-gone", "The file of this photo is not available.",
        detail: "its disk may be unplugged, or the file was moved; index its folder to find it again")

    // MARK: Jobs

    package static func modelUnavailable(_ detail: String) -> HTTPProblem {
        HTTPProblem(503, "model-unavailable", "No model for counting is available.", detail: detail)
    }

    /// Only within jobs: a client that cancels a job expects no further answer.
    static let cancelled = HTTPProblem(409, "cancelled", "The work was canceled.")

    // MARK: Stored data

    package static func recipesUnusable(_ detail: String) -> HTTPProblem {
        HTTPProblem(500, "recipes-unusable", "The recipes cannot be read or written.", detail: detail)
    }

    package static func recipeExists(_ detail: String) -> HTTPProblem {
        HTTPProblem(409, "recipe-exists", "A recipe with this name already exists.", detail: detail)
    }

    package static func historyUnusable(_ detail: String) -> HTTPProblem {
        HTTPProblem(500, "history-unusable", "The history cannot be used.", detail: detail)
    }

    package static func entryDamaged(_ detail: String) -> HTTPProblem {
        HTTPProblem(500, "entry-damaged", "This entry of the history is damaged.", detail: detail)
    }

    package static func changedElsewhere(_ detail: String) -> HTTPProblem {
        HTTPProblem(409, "changed-elsewhere", "This result was changed elsewhere.", detail: detail)
    }

    package static func galleryUnusable(_ detail: String) -> HTTPProblem {
        HTTPProblem(500, "gallery-unusable", "The photo library cannot be used.", detail: detail)
    }

    static let noInbox = HTTPProblem(
        403, "no-inbox", "No photos are accepted from devices.",
        detail: "allow a folder with espy gallery inbox DIR on the machine that runs Espy")

    /// The client must announce an upload before sending it, also after a restart of the server.
    static let uploadGone = HTTPProblem(
        409, "upload-gone", "This file is not expected.", detail: "announce the file with PUT, then continue")

    static func wrongOffset(_ detail: String) -> HTTPProblem {
        HTTPProblem(409, "wrong-offset", "This part does not follow the one before.", detail: detail)
    }

    static let uploadDamaged = HTTPProblem(
        422, "upload-damaged", "The file arrived damaged.", detail: "its checksum differs; send it again")

    static let noLibrary = HTTPProblem(
        409, "no-library", "There is no photo library yet.", detail: "add a folder with espy gallery add FOLDER")

    static let noSamples = HTTPProblem(
        409, "no-samples", "There are no sample photos.",
        detail: "they are only for a library without folders, and must be installed")

    /// An unknown setting, or a value that it does not accept.
    static func badSetting(_ detail: String) -> HTTPProblem {
        HTTPProblem(422, "bad-setting", "Invalid value for this setting.", detail: detail)
    }

    /// A setting that would delete results, without the client's consent.
    static func wouldDelete(_ count: Int) -> HTTPProblem {
        var problem = HTTPProblem(
            409, "would-delete", "This deletes results.",
            detail: "\(count) of the oldest counts would go for good; send deleting=\(count) in the query to agree")
        problem.count = count
        return problem
    }

    package static func settingsUnusable(_ detail: String) -> HTTPProblem {
        HTTPProblem(500, "settings-unusable", "The settings cannot be read or written.", detail: detail)
    }
}

extension HTTPProblem {
    static let wrongHost = HTTPProblem(
        421, "wrong-host", "This server does not answer to that name.",
        detail: "open exactly the address that espy serve printed")

    static let foreignOrigin = HTTPProblem(
        403, "foreign-origin", "Request from another site refused.",
        detail: "only the web app of this server may send requests; programs must not send Origin or Sec-Fetch-Site")

    /// HTTP requires a challenge with this status (RFC 9110, 15.5.2); browsers ignore an unknown one.
    static let notPaired = HTTPProblem(
        401, "not-paired", "This device is not paired.",
        detail: "open /pair and type the code shown on the machine that runs Espy",
        headers: ["WWW-Authenticate": "Pairing realm=\"espy\""])

    static let localOnly = HTTPProblem(
        403, "local-only", "Only the machine that runs Espy can do this.",
        detail: "open http://localhost with the same port on that machine")

    static let notShared = HTTPProblem(
        409, "not-shared", "Espy is not open to other devices.", detail: "start it with espy serve --lan")

    static let wrongCode = HTTPProblem(
        403, "wrong-code", "Wrong code.",
        detail: "a code works once and for five minutes; type the one shown now")

    /// - Parameter wait: In seconds.
    static func tooManyTries(wait: Int) -> HTTPProblem {
        HTTPProblem(
            429, "too-many-tries", "Too many wrong codes.", detail: "try again in \(wait) s",
            headers: ["Retry-After": String(wait)])
    }

    package static let tooManyDevices = HTTPProblem(
        409, "too-many-devices", "No more devices can be paired.", detail: "remove one that you no longer use")

    package static let devicesNotKept = HTTPProblem(
        500, "devices-not-kept", "The list of devices could not be written.",
        detail: "free some disk space, or check the permissions of the data folder")

    // MARK: Programs and proxies

    static let badToken = HTTPProblem(
        401, "bad-token", "This token is invalid, expired or revoked.",
        detail: "list valid ones with espy tokens, or create one with espy tokens new",
        headers: ["WWW-Authenticate": "Bearer realm=\"espy\", error=\"invalid_token\""])

    static let noToken = HTTPProblem(
        401, "no-token", "A token is required.", detail: "create one with espy tokens new --scope metrics",
        headers: ["WWW-Authenticate": "Bearer realm=\"espy\""])

    /// - Parameter scopes: One of these would be enough; empty if no token is.
    static func missingScope(_ scopes: [String]) -> HTTPProblem {
        let advice =
            scopes.isEmpty
            ? "no token allows this" : "it needs a token with the scope \(scopes.joined(separator: " or "))"
        return HTTPProblem(
            403, "missing-scope", "This token does not allow this.", detail: advice,
            headers: [
                "WWW-Authenticate":
                    "Bearer realm=\"espy\", error=\"insufficient_scope\", scope=\"\(scopes.joined(separator: " "))\""
            ])
    }

    static let tooManyTokens = HTTPProblem(
        409, "too-many-tokens", "No more tokens can be created.", detail: "revoke one that you no longer use")

    static let tokensNotKept = HTTPProblem(
        500, "tokens-not-kept", "The list of tokens could not be written.",
        detail: "free some disk space, or check the permissions of the data folder")

    static let badForwarding = HTTPProblem(
        400, "bad-forwarding", "Ambiguous forwarding headers from the proxy.",
        detail: "X-Forwarded-For must hold only addresses; X-Forwarded-Proto and X-Forwarded-Host one value each")
}

/// Converts errors of the library to HTTP problems: the text comes from the common table, the status from the code.
extension HTTPProblem {
    package init(_ error: any Error) { self.init(Problem(any: error), or: { _ in .internalError }) }

    /// - Parameter unusable: Makes the problem if the table has no code for it.
    package init(_ problem: Problem, or unusable: (String) -> HTTPProblem) {
        let detail = problem.detail
        switch problem.code {
        case nil: self = unusable(detail)
        case .notAnImage: self = .notAnImage(detail)
        case .tooManyPixels: self = .tooManyPixels(detail)
        case .damaged: self = .damaged(detail)
        case .tooLarge:
            self = .tooLarge(limit: 0)
            self.detail = detail
        case .unprocessable: self = .unprocessable(detail)
        case .notFound: self = .notFound
        case .recipeExists: self = .recipeExists(detail)
        case .recipesUnusable: self = .recipesUnusable(detail)
        case .historyUnusable: self = .historyUnusable(detail)
        case .entryDamaged: self = .entryDamaged(detail)
        case .changedElsewhere: self = .changedElsewhere(detail)
        case .galleryUnusable: self = .galleryUnusable(detail)
        case .modelUnavailable: self = .modelUnavailable(detail)
        case .settingsUnusable: self = .settingsUnusable(detail)
        case .busy:
            self = .busy
            self.detail = detail
        case .diskFull: self = .diskFull
        case .cancelled: self = .cancelled
        case .noInbox: self = .noInbox
        case .uploadGone: self = .uploadGone
        case .wrongOffset: self = .wrongOffset(detail)
        case .uploadDamaged: self = .uploadDamaged
        case .internalError: self = .internalError
        }
    }

    /// Converts the error of a query that the user wrote: an unknown name in it is invalid input, not a missing page.
    init(ofQuery error: any Error) {
        self.init(error)
        switch error as? GalleryError {
        case .unknownPhoto, .unknownAlbum: self = .unprocessable(Problem(any: error).detail)
        default: break
        }
    }
}
