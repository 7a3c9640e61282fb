import DataMatrix
import Foundation

/// A label ready to be sampled: paper, code, strokes and glare at any point of the cap's face.
struct LabelPrint {
    private let label: SampleLabel
    private let code: CodePrint?

    init(_ label: SampleLabel) throws {
        self.label = label
        code = try label.code.map(CodePrint.init)
    }

    /// The color at a point in pitches from the middle of the cap; nil beside the label.
    @inline(__always)
    func color(at place: SIMD2<Double>) -> SampleColor? {
        let local = place - label.offset
        let distance = Float((local * local).sum().squareRoot())
        guard distance < Float(label.radius) else { return nil }
        var color = label.paper
        if let code, code.isPrinted(at: local) { color = code.ink }
        for stroke in label.strokes {
            color = color.lit(1 - stroke.darkness * stroke.cover(at: local))
        }
        for glare in label.glare {
            color = color.mixed(with: SampleColor(gray: 1), glare.strength * glare.cover(at: local))
        }
        return color
    }
}

extension SampleStroke {
    /// 1 on the line, 0 beside it, in between at its edge.
    fileprivate func cover(at place: SIMD2<Double>) -> Float {
        var nearest = Double.infinity
        for (start, end) in zip(points, points.dropFirst()) {
            let along = end - start
            let length = max((along * along).sum(), 1e-12)
            let share = min(max(((place - start) * along).sum() / length, 0), 1)
            let away = place - start - along * share
            nearest = min(nearest, (away * away).sum())
        }
        let half = Float(width / 2)
        return smoothStep(half * 1.15, half * 0.85, Float(nearest.squareRoot()))
    }
}

extension SampleGlare {
    /// 1 in the middle, 0 outside.
    fileprivate func cover(at place: SIMD2<Double>) -> Float {
        let local = place - center
        let (cosine, sine) = (cos(angle), sin(angle))
        let turned = SIMD2(local.x * cosine + local.y * sine, local.y * cosine - local.x * sine) / radii
        return smoothStep(1, 1 - max(softness, 0.02), Float((turned * turned).sum().squareRoot()))
    }
}
