import EspyBase

extension RackContainer {
    /// Options for such a box, with what the container says in place of what they said.
    public func options(_ options: RackOptions) -> RackOptions {
        var options = options
        (options.container, options.grid, options.view, options.positions) = (name, grid, view, positions)
        return options
    }
}

extension RackOptions {
    /// The same for a box of this size, whatever the kind of box says.
    public func sized(_ grid: RackGrid) -> RackOptions {
        var options = self
        (options.container, options.grid, options.positions) = (nil, grid, [])
        return options
    }

    /// Places by their names, of a container with names of its own; empty for all others.
    public var wells: [String: Rack.Place] {
        Dictionary(first: positions.enumerated().map { ($0.element.name, Rack.Place(row: 0, col: $0.offset)) })
    }
}
