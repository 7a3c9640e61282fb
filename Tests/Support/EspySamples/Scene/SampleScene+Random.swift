extension SampleScene {
    /// How hard a random box is to read.
    public enum Difficulty: String, Sendable, CaseIterable {
        /// Straight from above, sharp, nothing on the codes.
        case easy
        /// A hand-held photo: leaning tubes, gaps, caps without a code, some pen and glare.
        case ordinary
        /// Small or blurred codes, strong leaning, glare, pen, strong tilt.
        case hard
    }

    /// A random box; the same seed gives the same box.
    public static func random(seed: UInt64, difficulty: Difficulty) -> SampleScene {
        var maker = SceneMaker(seed: seed, difficulty: difficulty)
        return maker.scene()
    }
}
