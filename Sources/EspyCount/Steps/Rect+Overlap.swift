package import EspyPixels

extension Rect {
    /// Area of the part in both, in square pixels; 0 where they only touch.
    package func overlap(_ other: Rect) -> Double {
        let across = min(maxX, other.maxX) - max(x, other.x)
        let down = min(maxY, other.maxY) - max(y, other.y)
        return across > 0 && down > 0 ? across * down : 0
    }

    /// Intersection over union, 0…1: the Jaccard index of the two areas. 0 for boxes without area.
    package func iou(_ other: Rect) -> Double {
        let both = overlap(other)
        guard both > 0 else { return 0 }
        return both / (area + other.area - both)
    }

    /// Intersection over the smaller area, 0…1: how far one lies inside the other. A part inside a whole has a small
    /// ``iou(_:)`` but a containment near 1.
    package func containment(_ other: Rect) -> Double {
        let both = overlap(other)
        guard both > 0 else { return 0 }
        return both / min(area, other.area)
    }
}
