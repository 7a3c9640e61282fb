// Not in the browser: it has no `Codable`.

import EspyBase

extension Rack: Codable {}
extension Rack.Place: Codable {}
extension Rack.Cell: Codable {}
extension Rack.Cell.Status: Codable {}
extension Rack.Code: Codable {}
extension Rack.Vial: Codable {}
extension Rack.Duplicate: Codable {}
extension Rack.Warning: Codable {}
extension Rack.Warning.Kind: Codable {}
extension Rack.Origin: Codable {}
extension Rack.Layout: Codable {}
extension RackAnswer: Encodable {}
extension RackComparison: Encodable {}
extension RackComparison.Kind: Codable {}
extension RackComparison.Difference: Encodable {}
extension RackOptions: Codable {}
extension RackGrid: Codable {}
extension RackView: Codable {}
extension RackView.Corner: Codable {}
extension RackCorners: Codable {}
extension RackPosition: Codable {}
extension RackContainer: Codable {}
extension RackOptionOverrides: Codable {}
extension RackCorrections: Codable {}
