extension Rack {
    /// Whether a text can be the code of a box: 1 to 100 characters, none of them for control.
    public static func isUsableID(_ text: String) -> Bool {
        !text.isEmpty && text.count <= 100
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// What the box itself says it is, of all codes that are not on its vials: the one that there is alone.
    ///
    /// - Parameter others: codes that were found in other ways, such as bars.
    public func ownCode(_ others: [String] = []) -> String? {
        let tubes = Set(vials.map { $0.value })
        let found = Set(outside.map { $0.value } + others).subtracting(tubes).filter(Self.isUsableID)
        return found.count == 1 ? found.first : nil
    }
}
