package import EspyHTTP

/// Status and title of each kind of problem. The errors of the library are worded in EspyApp; what only HTTP knows is worded
/// here.
extension HTTPProblem {
    // MARK: The machine

    /// Too much is waiting already.
    package static let busy = HTTPProblem(
        503, "busy", "Espy has too much to do at the moment.", detail: "try again in a few seconds",
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

    /// The photo is not among those that are kept.
    package static let photoGone = HTTPProblem(
        410, "photo-gone", "The photo is not kept any more.",
        detail: "photos are kept for an hour after they were last used; choose it again")

    /// The entry is there, without a picture of its photo.
    package static let noPhotoKept = HTTPProblem(
        404, "no-photo-kept", "No photo is kept with this entry.",
        detail: "it was kept without one, or its photo has made room for others")

    /// The photo is known, but its file cannot be read now.
    package static let fileGone = HTTPProblem(
        410, "file-gone", "The file of this photo is not there.",
        detail: "its disk may be unplugged, or the file was moved; it is found again when the folder is indexed")

    // MARK: Work

    package static func modelUnavailable(_ detail: String) -> HTTPProblem {
        HTTPProblem(503, "model-unavailable", "There is no model to count with.", detail: detail)
    }

    /// Only within jobs: who cancels a job asks for nothing more.
    static let cancelled = HTTPProblem(409, "cancelled", "The work was cancelled.")

    // MARK: What is kept

    package static func recipesUnusable(_ detail: String) -> HTTPProblem {
        HTTPProblem(500, "recipes-unusable", "The recipes cannot be read or written.", detail: detail)
    }

    package static func recipeExists(_ detail: String) -> HTTPProblem {
        HTTPProblem(409, "recipe-exists", "There is a recipe of this name already.", detail: detail)
    }

    package static func historyUnusable(_ detail: String) -> HTTPProblem {
        HTTPProblem(500, "history-unusable", "The history cannot be used.", detail: detail)
    }

    package static func entryDamaged(_ detail: String) -> HTTPProblem {
        HTTPProblem(500, "entry-damaged", "This entry of the history is damaged.", detail: detail)
    }

    package static func galleryUnusable(_ detail: String) -> HTTPProblem {
        HTTPProblem(500, "gallery-unusable", "The photo library cannot be used.", detail: detail)
    }

    package static let noLibrary = HTTPProblem(
        409, "no-library", "There is no photo library yet.", detail: "add a folder with espy gallery add FOLDER")

    /// A setting that there is not, or a value that it does not take.
    package static func badSetting(_ detail: String) -> HTTPProblem {
        HTTPProblem(422, "bad-setting", "This setting does not take this value.", detail: detail)
    }

    package static func settingsUnusable(_ detail: String) -> HTTPProblem {
        HTTPProblem(500, "settings-unusable", "The settings cannot be read or written.", detail: detail)
    }
}

extension HTTPProblem {
    package static let wrongHost = HTTPProblem(
        421, "wrong-host", "This server does not go by that name.",
        detail: "open the address that espy serve printed, exactly as it stands there")

    package static let foreignOrigin = HTTPProblem(
        403, "foreign-origin", "Another site may not do this.",
        detail: "only pages of this server may ask; programs send neither Origin nor Sec-Fetch-Site")

    /// HTTP wants a challenge beside it (RFC 9110, 15.5.2); browsers ignore one that they do not know.
    package static let notPaired = HTTPProblem(
        401, "not-paired", "This device is not paired.",
        detail: "open /pair and type the code that is shown where Espy runs",
        headers: ["WWW-Authenticate": "Pairing realm=\"espy\""])

    package static let localOnly = HTTPProblem(
        403, "local-only", "This is only for the machine that Espy runs on.",
        detail: "open http://localhost with the same port there")

    package static let notShared = HTTPProblem(
        409, "not-shared", "Espy is not open to other devices.", detail: "start it with espy serve --lan")

    package static let wrongCode = HTTPProblem(
        403, "wrong-code", "This is not the code.",
        detail: "a code works once and for five minutes; type the one that is shown now")

    /// - Parameter wait: in seconds.
    package static func tooManyTries(wait: Int) -> HTTPProblem {
        HTTPProblem(
            429, "too-many-tries", "Too many codes were tried.", detail: "try again in \(wait) s",
            headers: ["Retry-After": String(wait)])
    }

    package static let tooManyDevices = HTTPProblem(
        409, "too-many-devices", "No more devices can be paired.", detail: "remove one that is no longer used")

    package static let devicesNotKept = HTTPProblem(
        500, "devices-not-kept", "The list of devices could not be written.",
        detail: "free some space on the disk that Espy keeps its data on, or look at the permissions there")

    // MARK: Programs and proxies

    package static let badToken = HTTPProblem(
        401, "bad-token", "This token is not good, or not good any more.",
        detail: "espy tokens lists those that are; espy tokens new makes one",
        headers: ["WWW-Authenticate": "Bearer realm=\"espy\", error=\"invalid_token\""])

    package static let noToken = HTTPProblem(
        401, "no-token", "This needs a token.", detail: "make one with espy tokens new --scope metrics",
        headers: ["WWW-Authenticate": "Bearer realm=\"espy\""])

    /// - Parameter scopes: of which one would do; none where no token does.
    static func missingScope(_ scopes: [String]) -> HTTPProblem {
        let advice =
            scopes.isEmpty
            ? "no token lets a program do it" : "it takes a token for \(scopes.joined(separator: " or "))"
        return HTTPProblem(
            403, "missing-scope", "The token of this program is for other things.", detail: advice,
            headers: [
                "WWW-Authenticate":
                    "Bearer realm=\"espy\", error=\"insufficient_scope\", scope=\"\(scopes.joined(separator: " "))\""
            ])
    }

    package static let tooManyTokens = HTTPProblem(
        409, "too-many-tokens", "No more tokens can be made.", detail: "revoke one that is no longer used")

    package static let tokensNotKept = HTTPProblem(
        500, "tokens-not-kept", "The list of tokens could not be written.",
        detail: "free some space on the disk that Espy keeps its data on, or look at the permissions there")

    static let badForwarding = HTTPProblem(
        400, "bad-forwarding", "The proxy does not say clearly who asks.",
        detail: "X-Forwarded-For has addresses alone; X-Forwarded-Proto and X-Forwarded-Host have one value each")
}
