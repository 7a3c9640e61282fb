#if hasFeature(Embedded)
    /// There are no tasks in a browser, so none is canceled: the page terminates the whole worker instead.
    enum Task {
        static var isCancelled: Bool { false }
    }
#endif
