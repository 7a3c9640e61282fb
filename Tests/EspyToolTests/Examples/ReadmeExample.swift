import Espy

func values(in file: [UInt8]) async throws -> [String] {
    let photo = try ImageDecoder().decode(file)
    let rack = try await RackReader(options: RackOptions(grid: .size(rows: 9, columns: 9))).read(photo)
    return rack.vials.map { "\($0.name) \($0.value)" }
}

func number(of photo: CountPhoto, with models: CountModels) async throws -> Int {
    try await Counter(models: models).count(photo).count
}
