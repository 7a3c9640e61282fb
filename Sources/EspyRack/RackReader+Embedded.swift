#if hasFeature(Embedded)
    import DataMatrix
    public import EspyPixels

    /// Reads photos of boxes of vials with DataMatrix codes on their caps: the same steps as the multicore reader, one
    /// after the other.
    public struct RackReader: Sendable {
        public let options: RackOptions

        public init(options: RackOptions = .init()) { self.options = options }

        /// Reads every code of one photo and puts it in its cell.
        public func read(_ image: RGBImage, progress: (RackProgress) -> Void = { _ in }) throws(RackError) -> Rack {
            let photo = SplitImage(image)
            try options.check(photo)
            progress(RackProgress(.reading))
            var job = RackJob(photo, options)
            let source = SymbolReader()
            let seen = Sightings(source.readAlone(job.view))
            progress(RackProgress(.placing))
            job.place(seen)
            progress(RackProgress(.judging))
            job.classify()
            progress(RackProgress(.rereading))
            let doubts = job.doubts
            let readings = doubts.map {
                source.read(job.view, near: $0.center, radius: $0.radius, like: $0.model)
            }
            job.accept(readings, of: doubts)
            progress(RackProgress(.done))
            return job.result
        }
    }
#endif
