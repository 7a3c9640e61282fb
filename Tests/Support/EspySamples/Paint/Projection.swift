import Foundation

/// A pinhole camera: from the space of the box to pixels.
struct Projection: Sendable {
    let position: Vector
    /// Rows of the camera matrix, without their translation: image x, image y, depth, all times depth.
    private let rowX: Vector
    private let rowY: Vector
    private let rowDepth: Vector

    init(of scene: SampleScene) {
        let size = SIMD2(Double(scene.columns), Double(scene.rows)) + 2 * scene.holder.margin
        let aim = Vector(Double(scene.columns) / 2, Double(scene.rows) / 2, scene.focusHeight)
        self.init(scene.camera, aim: aim, size: size, picture: SIMD2(Double(scene.width), Double(scene.height)))
    }

    /// - Parameters:
    ///   - aim: the point that the camera looks at.
    ///   - size: the size that fills the picture, in the plane through `aim`.
    ///   - picture: width and height in pixels.
    init(_ camera: SampleCamera, aim: Vector, size: SIMD2<Double>, picture: SIMD2<Double>) {
        let away = Vector(
            sin(camera.tilt) * cos(camera.azimuth), sin(camera.tilt) * sin(camera.azimuth), cos(camera.tilt))
        position = aim + away * camera.distance
        let ahead = -away
        let levelRight = Vector(1, 0, 0).orthogonal(to: ahead)
        let levelDown = (Vector(0, 1, 0) - levelRight * levelRight.y).orthogonal(to: ahead)
        // The box turns clockwise if the camera turns counterclockwise.
        let right = levelRight * cos(camera.roll) - levelDown * sin(camera.roll)
        let down = levelRight * sin(camera.roll) + levelDown * cos(camera.roll)

        let focal = camera.fill * (picture / camera.turned(size)).min() * camera.distance
        let center = picture * (SIMD2(repeating: 0.5) + camera.shift)
        rowX = right * focal + ahead * center.x
        rowY = down * focal + ahead * center.y
        rowDepth = ahead
    }

    /// The ray from the camera through a pixel: `position + t * ray` is on it for every t above 0, at depth t.
    func ray(x: Double, y: Double) -> Vector {
        // The columns of the inverse are cross products of the rows (Cramer's rule).
        let cross = rowY.cross(rowDepth)
        return (cross * x + rowDepth.cross(rowX) * y + rowX.cross(rowY)) / rowX.dot(cross)
    }

    /// A direction in homogeneous pixels.
    func direction(_ vector: Vector) -> Vector {
        Vector(rowX.dot(vector), rowY.dot(vector), rowDepth.dot(vector))
    }

    /// A point in homogeneous pixels.
    func homogeneous(_ point: Vector) -> Vector {
        direction(point - position)
    }

    /// A point in pixels of the picture.
    func pixel(_ point: Vector) -> SIMD2<Double> {
        let image = homogeneous(point)
        return SIMD2(image.x, image.y) / image.z
    }

    /// The distance of a point of the floor plan from the spot right below the camera.
    func reach(_ point: SIMD2<Double>) -> Double {
        let offset = point - SIMD2(position.x, position.y)
        return (offset * offset).sum().squareRoot()
    }
}

extension SampleScene {
    /// The height that the camera looks at: the caps of a box, the face of a plate.
    var focusHeight: Double {
        holder.kind == .plate ? 0 : 2.9
    }
}

extension SampleCamera {
    /// The upright rectangle around a rectangle of the given size that is rotated by `roll`.
    func turned(_ size: SIMD2<Double>) -> SIMD2<Double> {
        let (cosine, sine) = (abs(cos(roll)), abs(sin(roll)))
        return SIMD2(size.x * cosine + size.y * sine, size.x * sine + size.y * cosine)
    }
}
