/// A query with its words understood: what the gallery is asked for, one set of photos after the other.
indirect enum QueryPlan {
    case everything
    /// What a word or several together stand for.
    case term(QueryTerm)
    /// Words that follow each other in the text of a photo.
    case phrase([String])
    case filter(GalleryQuery.Filter)
    case similar(SimilarPhotos)
    /// What words say, word for word, or what they mean taken together.
    case either(QueryPlan, meaning: SimilarPhotos)
    case album(String, QueryPlan)
    case not(QueryPlan)
    case all([QueryPlan])
    case any([QueryPlan])

    /// What it asks to be similar to, where that decides the order.
    var leading: SimilarPhotos? {
        switch self {
        case .similar(let photos): photos
        case .all(let parts): parts.lazy.compactMap(\.leading).first
        default: nil
        }
    }

    /// What it asks for word for word alone.
    var exact: QueryPlan {
        switch self {
        case .either(let exact, _): exact
        case .album(let name, let plan): .album(name, plan.exact)
        case .all(let parts): .all(parts.map(\.exact))
        case .any(let parts): .any(parts.map(\.exact))
        default: self
        }
    }

    /// What its words mean, where there is any of it.
    var meanings: [SimilarPhotos] {
        switch self {
        case .either(_, let photos): [photos]
        case .album(_, let plan): plan.meanings
        case .all(let parts), .any(let parts): parts.flatMap(\.meanings)
        default: []
        }
    }
}

/// One word, or several that belong together, in their basic form.
struct QueryTerm {
    let words: [String]
    /// As it was typed, for what is called so whatever its basic form is.
    let name: String
    /// Ends with an asterisk: the beginning of a word.
    var isBeginning = false
    /// The English names of tags that are called so in another language.
    var english: [String] = []
    /// What else it may mean.
    var color: ColorName?
    var dates: GalleryDates?
    /// The date counts where nothing else fits, as in "may".
    var isDoubtful = false

    var text: String { words.joined(separator: " ") }
    /// Tells it from others in the index.
    var key: String { text + "@" + name + (isBeginning ? "*" : "") + english.map { "=" + $0 }.joined() }
}
