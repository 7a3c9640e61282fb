package import Espy
import EspySystem
import Foundation

/// Kinds of racks by name: the built-in ones, and those of the user's file.
package struct RackContainers {
    package let all: [RackContainer]

    private struct Listed: Decodable {
        let containers: [RackContainer]
    }

    /// Reads the named file, or `containers.json` next to the config file if it exists.
    package init(_ environment: AppEnvironment, file named: String? = nil) throws(SettingsError) {
        let path = named ?? Path.join(Folders(environment).config, "containers.json")
        guard named != nil || Files.exists(path) else {
            all = RackContainer.known
            return
        }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, limit: 1 << 20)
        } catch {
            throw SettingsError("\(printable(path)): \(error.text)")
        }
        guard let listed = try? JSONDecoder().decode(Listed.self, from: Data(bytes)) else {
            throw SettingsError(
                "\(printable(path)): expected {\"containers\": [{\"name\": \"tray\", \"rows\": 5, \"cols\": 10, "
                    + "\"a1\": \"top-right\", \"fromBelow\": true}]}, "
                    + "or positions with name, x and y in place of rows and cols")
        }
        // The user's own come first, so that they can replace built-in ones.
        all = listed.containers + RackContainer.known
    }

    package func named(_ name: String) -> RackContainer? { all.first { $0.name == name } }
}
