extension Double {
    package func isNear(_ other: Double, within tolerance: Double) -> Bool { abs(self - other) <= tolerance }
}
