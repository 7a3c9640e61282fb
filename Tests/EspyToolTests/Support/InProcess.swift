import EspyApp
import EspySystem
import EspyTool
import Foundation

/// The result of a program run.
struct Ending: Equatable {
    let exit: Int32
    let out: String
    let err: String
}

/// Runs the program inside the test, with its own streams, variables and clock.
func espy(_ arguments: String..., variables: [String: String] = [:], input: [UInt8] = []) async throws -> Ending {
    try await espy(arguments, variables: variables, input: input)
}

/// - Parameter counting: the engine of `espy count`.
func espy(
    _ arguments: [String], variables: [String: String] = [:], input: [UInt8] = [], counting: CountEngine = .installed
) async throws -> Ending {
    let scratch = try Scratch()
    try scratch.write("in", input)
    let (input, output, errors) = (open(scratch, "in"), open(scratch, "out"), open(scratch, "err"))
    defer { for file in [input, output, errors] { try? file.close() } }
    var variables = variables
    // Without the settings of the user who runs the tests.
    if variables["HOME"] == nil { variables["HOME"] = scratch.path }
    let process = ProcessEnvironment(
        variables: variables, input: Descriptor(input.fileDescriptor), output: Descriptor(output.fileDescriptor),
        errors: Descriptor(errors.fileDescriptor), now: { 1_771_597_822 })
    let exit = await EspyProgram(process, counting: counting).run(arguments)
    return Ending(exit: exit.rawValue, out: try scratch.text("out"), err: try scratch.text("err"))
}

private func open(_ scratch: Scratch, _ name: String) -> FileHandle {
    let path = scratch.file(name)
    if !FileManager.default.fileExists(atPath: path) { _ = FileManager.default.createFile(atPath: path, contents: nil) }
    return FileHandle(forUpdatingAtPath: path) ?? .nullDevice
}
