#if hasFeature(Embedded)
    /// There are no coders in a browser. What is said to be codable is so on the machine.
    public protocol Codable {}
#endif
