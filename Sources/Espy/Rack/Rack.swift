public import EspyImage

/// A box of vials as it was read from one photo.
public struct Rack: Sendable {
    public var corners: [Quad]
}
