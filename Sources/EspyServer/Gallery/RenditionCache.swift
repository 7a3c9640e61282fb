/// Pictures of photos that were made to be shown, those used last; the rest is made anew when it is asked for.
actor RenditionCache {
    struct Key: Hashable {
        let photo: Int
        let side: Int
        /// Of the file; another one is another picture.
        let modified: Int
        let size: Int

        /// For the `ETag` of an answer.
        var tag: String { "\(photo)-\(side)-\(modified)-\(size)" }
    }

    private let most: Int
    private var pictures: [Key: (bytes: [UInt8], used: Int)] = [:]
    private var total = 0
    private var clock = 0

    /// - Parameter most: bytes of all pictures together.
    init(most: Int = 48 << 20) { self.most = most }

    func picture(_ key: Key) -> [UInt8]? {
        guard let bytes = pictures[key]?.bytes else { return nil }
        clock += 1
        pictures[key]?.used = clock
        return bytes
    }

    /// Takes in a picture; those that nobody asked for longest go.
    func keep(_ bytes: [UInt8], as key: Key) {
        guard bytes.count <= most / 4, pictures[key] == nil else { return }
        clock += 1
        pictures[key] = (bytes, clock)
        total += bytes.count
        while total > most, let oldest = pictures.min(by: { $0.value.used < $1.value.used }) {
            pictures[oldest.key] = nil
            total -= oldest.value.bytes.count
        }
    }
}
