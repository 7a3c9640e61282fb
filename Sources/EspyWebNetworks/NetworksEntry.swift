import EspyNetworks

// The functions with which a page runs networks. They have a module of their own, with memory of its own: networks need
// much of it, and only as long as a photo is counted.

nonisolated(unsafe) private var networks: [Network] = []
/// The outputs of the last run.
nonisolated(unsafe) private var outputs: [Values] = []

/// The results of functions that fail.
private enum Failure {
    static let unknown: Int32 = -1
    static let unfit: Int32 = -2
}

/// Allocates memory for numbers, or for a file.
@_cdecl("networks_take")
public func takeMemory(_ count: Int32) -> UnsafeMutablePointer<Float>? {
    guard count >= 0 else { return nil }
    return UnsafeMutablePointer<Float>.allocate(capacity: max(Int(count), 1))
}

/// Loads a network from an ONNX file.
///
/// - Parameters:
///   - file: allocated by ``takeMemory(_:)``; this function takes it.
///   - size: in bytes.
/// - Returns: its number; -2 if the network cannot be run.
@_cdecl("networks_load")
public func load(_ file: UnsafeMutablePointer<Float>, _ size: Int32) -> Int32 {
    defer { file.deallocate() }
    do throws(NetworkError) {
        networks.append(try Network(parsing: UnsafeRawBufferPointer(start: file, count: Int(max(size, 0)))))
        return Int32(networks.count - 1)
    } catch {
        return Failure.unfit
    }
}

/// Runs a network.
///
/// - Parameters:
///   - count: of the inputs.
///   - shapes: for each input the count of its dimensions, then their lengths.
///   - data: the numbers of each input, allocated by ``takeMemory(_:)``; this function takes them.
/// - Returns: the count of its outputs; -1 if no network has this number, -2 if the inputs do not fit.
@_cdecl("networks_run")
public func run(
    _ network: Int32, _ count: Int32, _ shapes: UnsafePointer<Int32>, _ data: UnsafePointer<UnsafeMutablePointer<Float>>
) -> Int32 {
    outputs = []
    var place = shapes
    let inputs = (0..<Int(max(count, 0))).map { index in
        let rank = Int(place[0])
        let shape = (0..<rank).map { Int(place[$0 + 1]) }
        place += rank + 1
        return Values(shape: shape, taking: data[index])
    }
    guard networks.indices.contains(Int(network)) else { return Failure.unknown }
    do throws(NetworkError) {
        outputs = try networks[Int(network)].run(inputs)
        return Int32(outputs.count)
    } catch {
        return Failure.unfit
    }
}

/// Writes the lengths of an output's dimensions, and returns their count.
@_cdecl("networks_shape")
public func shape(_ output: Int32, _ lengths: UnsafeMutablePointer<Int32>) -> Int32 {
    guard outputs.indices.contains(Int(output)) else { return 0 }
    let shape = outputs[Int(output)].shape
    for (index, length) in shape.enumerated() { lengths[index] = Int32(length) }
    return Int32(shape.count)
}

/// The numbers of an output, until the next run.
@_cdecl("networks_numbers")
public func numbers(_ output: Int32) -> UnsafePointer<Float>? {
    guard outputs.indices.contains(Int(output)) else { return nil }
    return outputs[Int(output)].rowStart
}
