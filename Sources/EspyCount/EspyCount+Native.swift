// Not in the browser: it has no `Codable`.

import EspyBase

extension Count: Codable {}
extension Count.Range: Codable {}
extension Count.Cluster: Codable {}
extension Count.Stage: Codable {}
extension Count.Models: Codable {}
extension Count.Warning: Codable {}
extension Count.Used: Codable {}
extension Count.Detection: Codable {}
extension Count.PossibleThing: Codable {}
extension Count.Size: Codable {}
extension Count.Alternative: Codable {}
extension Count.Part: Codable {}
extension CountTotal: Codable {}
extension Count.Review: Codable {}
extension Count.Reason: Codable {}
extension Count.SizeSummary: Codable {}
extension Count.Spread: Codable {}
extension Count.Histogram: Codable {}
extension CountProgress.Stage: Codable {}
extension CountOptions: Codable {}
extension CountOptions.Pipeline: Codable {}
extension CountOptions.BorderPolicy: Codable {}
extension CountOptions.Constants: Codable {}
extension CountOptions.Region: Codable {}
extension RegionLayout: Codable {}
extension RegionLayout.Grid: Codable {}
extension Measuring: Codable {}
extension Measuring.Reference: Codable {}
extension LengthScale: Codable {}
extension LengthScale.Unit: Codable {}
extension CountCorrections: Codable {}
extension CountAnswer: Encodable {}
extension CountOptionOverrides: Decodable {}
