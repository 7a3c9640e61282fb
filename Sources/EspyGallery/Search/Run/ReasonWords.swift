/// What of a photo meets a condition, as a person would say it.
enum ReasonWords {
    static func words(_ filter: GalleryQuery.Filter, _ facts: PhotoFacts) -> String {
        switch filter {
        case .camera: "camera \(facts.camera ?? "")"
        case .lens: "lens \(facts.lens ?? "")"
        case .rating: stars(facts.photo.rating ?? 0)
        case .faces: facts.faces == 0 ? "no face" : count(facts.faces ?? 0, "face")
        case .kind(let kind): "a \(kind.rawValue)"
        case .mark(let mark): words(mark)
        default: filter.description
        }
    }

    private static func words(_ mark: GalleryQuery.Mark) -> String {
        switch mark {
        case .blurred: "blurred"
        case .dark: "dark"
        case .hidden: "hidden"
        case .duplicate: "other photos show the same"
        case .gps: "says where it was taken"
        case .text: PhotoFacts.textColumn
        case .code: "a code on it"
        }
    }

    private static func stars(_ rating: Int) -> String {
        switch rating {
        case ..<0: "rejected"
        case 0: "no stars"
        default: count(rating, "star")
        }
    }

    private static func count(_ number: Int, _ thing: String) -> String {
        "\(number) \(thing)\(number == 1 ? "" : "s")"
    }

    static func distance(_ kilometers: Double) -> String {
        guard kilometers.isFinite, kilometers >= 0 else { return "far" }
        if kilometers < 1 { return "\(Int((kilometers * 1_000).rounded())) m" }
        if kilometers >= 20 { return "\(Int(kilometers.rounded())) km" }
        return "\((kilometers * 10).rounded() / 10) km"
    }
}
