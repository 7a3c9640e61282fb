/// Why files in the folders of a gallery are no photos of it.
public enum PassedOver: String, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
    /// Their names or first bytes say that they are no pictures.
    case noPicture
    /// Pictures in folders in which other programs keep small copies, or what was thrown away.
    case smallCopy
    /// Files and folders with hidden names.
    case hidden
    /// Links to what is outside of all folders that were added.
    case linkOutside
    /// Links to what is not there.
    case brokenLink
    /// Sidecars without their photo.
    case sidecarAlone
}
