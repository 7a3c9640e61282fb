import EspyCodecs
public import EspyRack

extension RackAnnotator {
    /// Draws labels in the fonts of this machine; without any, draws only lines.
    public init() { self.init(rasterizer: { TextRenderer() }) }
}
