extension TrayScene {
    /// The number of kinds for measuring, each with several photos. Higher numbers are kinds for tuning.
    public static let seriesKinds = 12
    public static let seriesLength = 8

    /// One of several photos of the same things, with another table, light, angle, distance and number, and with things
    /// of
    /// another shape beside them. Kind 0 is the one to count.
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
