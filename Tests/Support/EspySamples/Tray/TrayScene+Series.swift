extension TrayScene {
    /// Kinds that are measured with, and photos of each. Later numbers are kinds to choose by.
    public static let seriesKinds = 12
    public static let seriesLength = 8

    /// One of several photos of the same things: another table, light, angle, distance and number, and things of another
    /// form beside them. What is meant is kind 0.
    public static func series(kind: Int, photo: Int) -> TrayScene {
        var maker = TrayMaker(seed: UInt64(40_000 + 100 * kind))
        let wanted = maker.kind(ofSeries: kind)
        var other = TrayMaker(seed: UInt64(40_001 + 100 * kind + photo))
        return other.scene(of: wanted)
    }
}

extension TrayMaker {
    fileprivate mutating func kind(ofSeries number: Int) -> TrayKind {
        let forms = TrayKind.Form.allCases
        return kind(forms[number % forms.count])
    }

    /// A tray with this kind and another one.
    fileprivate mutating func scene(of wanted: TrayKind) -> TrayScene {
        var scene = scene()
        scene.kinds = [wanted, kind(random.pick(TrayKind.Form.allCases.filter { $0 != wanted.form }))]
        scene.things = things(in: scene)
        return scene
    }
}
