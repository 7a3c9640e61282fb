extension SampleScene {
    /// A full 9x9 box in the 12 megapixels of a phone, used to time reading.
    public static var large: SampleScene {
        var scene = CommittedSample.all[0].scene
        scene.width = 4032
        scene.height = 3024
        scene.optics.blur = 1
        scene.optics.noise = 2
        scene.optics.quality = 90
        return scene
    }
}
