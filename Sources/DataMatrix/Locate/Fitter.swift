/// Moves an outline until the picture best matches the border template.
///
/// Hill climbing over single sides, rotation and single corners with a step that shrinks from half a module to a
/// sixteenth. It works on gray values and needs neither clean edges nor a threshold.
struct Fitter {
    let raster: Raster
    let template: BorderTemplate
    /// −1 for light symbols on a dark background.
    let sign: Float

    init(_ raster: Raster, size: SymbolSize, inverted: Bool) {
        self.raster = raster
        template = BorderTemplate.of(size)
        sign = inverted ? -1 : 1
    }

    func agreement(_ place: Outline) -> Float { sign * template.agreement(raster, place) }

    /// - Parameters:
    ///   - first: the first step, in modules.
    ///   - last: the last step.
    ///   - hope: the agreement that must be reachable; a place more than 0.15 below it after the first round is
    ///     abandoned.
    ///   - bending: whether sides may also bulge.
    /// - Returns: the best outline found and its agreement, −1 to 1.
    func refined(
        _ start: Outline, from first: Float, to last: Float, hope: Float = 0, bending: Bool = false
    ) -> (Outline, Float) {
        var place = start
        if bending && place.bend == nil { place.bend = Bend() }
        var best = agreement(place)
        let module = start.module(of: template.size)
        var step = first
        while step >= last {
            var rounds = 0
            while climb(&place, &best, step: step * module), rounds < 2 {
                if step == first && best < hope - 0.15 { return (place, best) }
                rounds += 1
            }
            step *= 0.5
        }
        return (place, best)
    }

    /// Tries every move in both directions, and repeats it as long as it helps.
    private func climb(_ place: inout Outline, _ best: inout Float, step: Float) -> Bool {
        var improved = false
        for move in Move.all(for: place) {
            for direction: Float in [step, -step] {
                var moved = false
                while true {
                    let next = place.shifted(by: move, times: direction)
                    let score = agreement(next)
                    guard score > best + 1e-4 else { break }
                    place = next
                    best = score
                    moved = true
                    improved = true
                }
                if moved { break }
            }
        }
        return improved
    }
}

/// The movement of the corners and sides in one move, in steps.
private struct Move {
    var topLeft = SIMD2<Float>()
    var topRight = SIMD2<Float>()
    var bottomRight = SIMD2<Float>()
    var bottomLeft = SIMD2<Float>()
    var bend = Bend()

    static func all(for place: Outline) -> [Move] {
        let right = (place.bottomRight - place.bottomLeft) / max(length(place.bottomRight - place.bottomLeft), 1)
        let up = (place.topLeft - place.bottomLeft) / max(length(place.topLeft - place.bottomLeft), 1)
        let x = SIMD2<Float>(1, 0)
        let y = SIMD2<Float>(0, 1)
        let straight = [
            Move(topLeft: right, topRight: right, bottomRight: right, bottomLeft: right),
            Move(topLeft: up, topRight: up, bottomRight: up, bottomLeft: up),
            Move(topLeft: up, topRight: right, bottomRight: -up, bottomLeft: -right),
            Move(topRight: right, bottomRight: right),
            Move(topLeft: right, bottomLeft: right),
            Move(topLeft: up, topRight: up),
            Move(bottomRight: up, bottomLeft: up),
            Move(topLeft: x), Move(topLeft: y), Move(topRight: x), Move(topRight: y),
            Move(bottomRight: x), Move(bottomRight: y), Move(bottomLeft: x), Move(bottomLeft: y),
        ]
        guard place.bend != nil else { return straight }
        // Opposite sides usually bulge the same way.
        let bends = [
            Bend(top: up, bottom: up), Bend(right: right, left: right), Bend(top: up), Bend(right: right),
            Bend(bottom: up), Bend(left: right),
        ]
        return straight + bends.map { Move(bend: $0) }
    }
}

extension Outline {
    fileprivate func shifted(by move: Move, times factor: Float) -> Outline {
        Outline(
            topLeft: topLeft + move.topLeft * factor, topRight: topRight + move.topRight * factor,
            bottomRight: bottomRight + move.bottomRight * factor, bottomLeft: bottomLeft + move.bottomLeft * factor,
            bend: bend.map { $0 + move.bend * factor })
    }
}
