#if hasFeature(Embedded)
    /// There are no tasks in a browser, and so none is cancelled: whoever has no more use for an answer ends the whole worker.
    enum Task {
        static var isCancelled: Bool { false }
    }
#endif
