/// A simple body in the space of one thing, which stands on z = 0 around the z axis.
struct TraySolid {
    enum Shape {
        /// Semi-axes along x, y and z.
        case ellipsoid(Vector)
        /// An upright cylinder from `center` up by `height`.
        case column(radius: Double, height: Double)
    }

    var shape: Shape
    var center: Vector
    /// The part that determines its paint.
    var part: TrayPart

    /// The first point where a ray meets it.
    struct Hit {
        var depth: Double
        var normal: Vector
    }

    func hit(from eye: Vector, along ray: Vector) -> Hit? {
        switch shape {
        case .ellipsoid(let axes): hitEllipsoid(axes, eye - center, ray)
        case .column(let radius, let height): hitColumn(radius, height, eye - center, ray)
        }
    }

    private func hitEllipsoid(_ axes: Vector, _ eye: Vector, _ ray: Vector) -> Hit? {
        // The ellipsoid is a unit ball in a space that is scaled by its axes.
        let (start, step) = (eye / axes, ray / axes)
        let (a, b, c) = (step.dot(step), start.dot(step), start.dot(start) - 1)
        let root = b * b - a * c
        guard root > 0 else { return nil }
        let depth = (-b - root.squareRoot()) / a
        guard depth > 0 else { return nil }
        let place = eye + ray * depth
        return Hit(depth: depth, normal: (place / (axes * axes)).normalized)
    }

    private func hitColumn(_ radius: Double, _ height: Double, _ eye: Vector, _ ray: Vector) -> Hit? {
        if ray.z < 0 {
            let depth = (height - eye.z) / ray.z
            let place = eye + ray * depth
            if depth > 0, place.x * place.x + place.y * place.y <= radius * radius {
                return Hit(depth: depth, normal: Vector(0, 0, 1))
            }
        }
        let a = ray.x * ray.x + ray.y * ray.y
        let b = eye.x * ray.x + eye.y * ray.y
        let c = eye.x * eye.x + eye.y * eye.y - radius * radius
        let root = b * b - a * c
        guard a > 0, root > 0 else { return nil }
        let depth = (-b - root.squareRoot()) / a
        let place = eye + ray * depth
        guard depth > 0, place.z >= 0, place.z <= height else { return nil }
        return Hit(depth: depth, normal: Vector(place.x, place.y, 0) / radius)
    }
}

/// The material of a solid.
enum TrayPart {
    case crust, filling, berry, dough, metal, glass, cap, shell, skin, plastic
}
