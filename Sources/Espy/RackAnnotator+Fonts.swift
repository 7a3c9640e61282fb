import EspyCodecs
public import EspyRack

extension RackAnnotator {
    /// Labels in the fonts of this machine; without any, only lines are drawn.
    public init() { self.init(rasterizer: { TextRenderer() }) }
}
