/// A photo library as a whole.
package struct LibraryState: Sendable, Equatable {
    package var folders: [LibraryFolder]
    /// How many photos there are.
    package var photos: Int
    /// How many files could not be read.
    package var problems: Int
    /// Nil where nothing is indexed in this process.
    package var indexing: LibraryProgress?

    package init(folders: [LibraryFolder], photos: Int, problems: Int, indexing: LibraryProgress?) {
        (self.folders, self.photos, self.problems, self.indexing) = (folders, photos, problems, indexing)
    }
}

/// A folder that was added.
package struct LibraryFolder: Sendable, Equatable {
    package var id: Int
    package var path: String
    package var state: State
    /// How many photos are in it.
    package var photos: Int

    package init(id: Int, path: String, state: State, photos: Int) {
        (self.id, self.path, self.state, self.photos) = (id, path, state, photos)
    }

    package enum State: String, Sendable, Encodable, CaseIterable {
        case ok
        /// It is not there: an unplugged disk, a renamed folder.
        case missing
        /// It may not be read any more.
        case denied
    }
}

/// How far the indexer is.
package struct LibraryProgress: Sendable, Equatable, Encodable {
    /// A word: `idle`, `scanning`, `reading` or `waiting`.
    package var phase: String
    package var done: Int
    package var total: Int
    package var failed: Int
    /// Photos in a second; 0 while that is not known.
    package var rate: Double
    /// Nil while that is not known.
    package var secondsLeft: Int?
    /// Nil while it works: `user`, `heat`, `battery` or `load`.
    package var pausedBecause: String?
    /// Why photos stay without tags, in words for people; nil while they do not.
    package var trouble: String?

    package init(
        phase: String, done: Int, total: Int, failed: Int = 0, rate: Double = 0, secondsLeft: Int? = nil,
        pausedBecause: String? = nil, trouble: String? = nil
    ) {
        (self.phase, self.done, self.total, self.failed) = (phase, done, total, failed)
        (self.rate, self.secondsLeft, self.pausedBecause) = (rate, secondsLeft, pausedBecause)
        self.trouble = trouble
    }
}

/// A file that could not be read.
package struct LibraryProblem: Sendable, Equatable {
    package var path: String
    package var reason: String

    package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }
}
