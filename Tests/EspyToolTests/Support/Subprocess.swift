import Foundation

/// Runs a program through a shell, as a user would.
///
/// - Parameter killing: Whether programs are killed in it. They then write no coverage profile: half a profile cannot be
///   merged, and each program that comes later would complain of it.
func shell(
    _ script: String, in folder: String = Repository.root.path, variables: [String: String] = [:],
    killing: Bool = false
) throws -> Ending {
    let scratch = try Scratch()
    try scratch.write("out", "")
    try scratch.write("err", "")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    var environment = ProcessInfo.processInfo.environment.filter {
        !$0.key.hasPrefix("ESPY_") && !$0.key.hasPrefix("XDG_") && $0.key != "NO_COLOR"
    }
    environment["ESPY_BINARY"] = Repository.program
    environment["espy"] = Repository.program
    environment["HOME"] = scratch.path
    environment["TZ"] = "UTC"
    if killing { environment["LLVM_PROFILE_FILE"] = "/dev/null" }
    environment.merge(variables) { $1 }
    process.environment = environment
    let output = FileHandle(forWritingAtPath: scratch.file("out"))
    let errors = FileHandle(forWritingAtPath: scratch.file("err"))
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try output?.close()
    try errors?.close()
    return Ending(exit: process.terminationStatus, out: try scratch.text("out"), err: try scratch.text("err"))
}
