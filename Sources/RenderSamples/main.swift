import EspyImage
import EspySamples
import Foundation

for (i, d) in SampleScene.Difficulty.allCases.enumerated() {
    for s in 0..<3 {
    let scene = SampleScene.random(seed: UInt64(i * 10 + s), difficulty: d)
    let t = Date()
    let image = try scene.rendered()
    let t2 = Date()
    let jpeg = try ImageEncoder.jpeg(image, quality: scene.optics.quality)
    print(d, scene.width, scene.height, t2.timeIntervalSince(t), jpeg.count)
    try Data(jpeg).write(to: URL(fileURLWithPath: "/tmp/s/\(d)-\(s).jpg"))
    try Data(SampleTruth(of: scene).json().utf8).write(to: URL(fileURLWithPath: "/tmp/s/\(d)-\(s).json"))
    }
}
