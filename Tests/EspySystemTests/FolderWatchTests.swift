#if os(Linux)
    import EspySystem
    import Foundation
    import Testing

    /// Changes on the disk, reported by the kernel.
    struct FolderWatchTests {
        private final class Place: Sendable {
            let path: String

            init() throws {
                let made = NSTemporaryDirectory() + "espy-watch-\(UUID().uuidString)"
                try FileManager.default.createDirectory(atPath: made + "/a/b", withIntermediateDirectories: true)
                path = made
            }

            deinit { try? FileManager.default.removeItem(atPath: path) }

            func make(_ name: String) throws {
                try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
            }

            func write(_ name: String) throws {
                try Data([1, 2, 3]).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
            }

            func move(_ from: String, _ to: String) throws {
                try FileManager.default.moveItem(atPath: "\(path)/\(from)", toPath: "\(path)/\(to)")
            }
        }

        private let place: Place
        private static let quick = FolderWatchOptions(quiet: .milliseconds(20), patience: .seconds(5))

        init() throws { place = try Place() }

        /// All changes reported up to the first one in `folder`.
        private func changes(
            until folder: String, _ work: @escaping @Sendable (Place) throws -> Void
        ) async throws -> Set<String> {
            let stream = FolderWatch.changes(in: [place.path], options: Self.quick)
            // Watching may begin a moment later, so the action is repeated until a change is reported.
            let doing = Task { [place] in
                while !Task.isCancelled {
                    try work(place)
                    try await Task.sleep(for: .milliseconds(200))
                }
            }
            defer { doing.cancel() }
            var told: Set<String> = []
            for await change in stream {
                guard case .some(let folders) = change else { return ["all"] }
                told.formUnion(folders.map { String($0.dropFirst(place.path.count)) })
                if told.contains(folder) { return told }
            }
            return told
        }

        /// A file that is moved into the folder is reported like one that is written.
        @Test func filesThatMoveInAreTold() async throws {
            let told = try await changes(until: "/a/b") { place in
                try place.write("photo")
                // A new name each time, so that nothing else happens in the folder.
                _ = try Files.move(place.path + "/photo", to: place.path + "/a/b/\(UUID().uuidString).jpg")
            }
            #expect(told.contains("/a/b"))
        }

        @Test func newFilesAreTold() async throws {
            let told = try await changes(until: "/a/b") { try $0.write("a/b/photo.jpg") }
            #expect(told == ["/a/b"])
        }

        @Test func newFoldersAreWatchedToo() async throws {
            _ = try await changes(until: "/new/deep") { place in
                try place.make("new/deep")
                try place.write("new/deep/photo.jpg")
            }
        }

        @Test func movedFoldersAreTold() async throws {
            let told = try await changes(until: "") { place in
                try? place.move("a", "moved")
                try? place.move("moved", "a")
            }
            #expect(told.contains(""))
        }

        @Test func deletedFilesAreTold() async throws {
            _ = try await changes(until: "/a") { place in
                try place.write("a/photo.jpg")
                try FileManager.default.removeItem(atPath: place.path + "/a/photo.jpg")
            }
        }

        @Test func hiddenFilesAreNot() async throws {
            let told = try await changes(until: "/a/b") { place in
                try place.write("a/.hidden.jpg")
                try place.write("a/b/photo.jpg")
            }
            #expect(told == ["/a/b"])
        }

        /// A disk that is inserted later.
        @Test func foldersThatComeLaterAreTold() async throws {
            let later = place.path + "/later"
            let stream = FolderWatch.changes(in: [later], options: Self.quick)
            // The folder appears and disappears until it is reported, because watching may begin when it already
            // exists.
            let doing = Task { [place] in
                while !Task.isCancelled {
                    try place.make("later")
                    try await Task.sleep(for: .milliseconds(1_500))
                    try FileManager.default.removeItem(atPath: later)
                    try await Task.sleep(for: .milliseconds(100))
                }
            }
            defer { doing.cancel() }
            for await change in stream {
                #expect(change == .some([later]))
                break
            }
        }
    }
#endif
