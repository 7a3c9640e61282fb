// Fixtures: Tests/EspyTestSupport/VideoSample.swift
import EspyCodecs
import Foundation

/// Writes containers of videos to the folder named by the argument.
@main struct ContainerSeeds {
    static func main() throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments[1])
        let seeds = [
            ("mov", VideoSample.mov(contentIdentifier: "A1B2")), ("mp4", VideoSample.mp4()),
            ("webm", VideoSample.webm()),
        ]
        for (name, bytes) in seeds { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
    }
}
