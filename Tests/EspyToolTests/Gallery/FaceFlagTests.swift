import Espy
import EspyTool
import Foundation
import Testing

/// `--faces` and `--people` where the networks of `Scripts/setup-faces` are missing or others.
struct FaceFlagTests {
    private let scratch: Scratch
    private let photo: String

    init() throws {
        scratch = try Scratch()
        photo = try scratch.write("photos/a.jpg", try Pictures.blank())
    }

    private func run(_ arguments: String...) async throws -> Ending {
        let plain = ["--tagger", "none", "--detector", "none", "--language", "none", "-q"]
        return try await espy(arguments + plain, variables: ["HOME": scratch.path, "ESPY_MODELS": scratch.path])
    }

    @Test func withoutTheNetworkFacesAreNotLookedFor() async throws {
        let ending = try await run("gallery", "tag", photo, "--json")
        #expect(ending.exit == 0)
        #expect(!ending.out.contains("faceBoxes"))
        let doctor = try await espy(["doctor"], variables: ["ESPY_MODELS": scratch.path])
        #expect(doctor.out.contains("face-detector"))
        #expect(doctor.out.contains("off; run Scripts/setup-faces"))
    }

    @Test func cascadesAreExplained() async throws {
        let cascade = try scratch.write("face.xml", "<opencv_storage/>")
        let ending = try await run("gallery", "tag", photo, "--faces", cascade)
        #expect(ending.exit == 2)
        #expect(ending.err.contains("cascades of OpenCV are no longer used; --faces auto uses the one"))
    }

    @Test func peopleNeedTheNetworks() async throws {
        let folder = scratch.file("photos")
        let ending = try await run("gallery", "add", folder, "--people")
        #expect(ending.exit == 2)
        #expect(ending.err.contains("people cannot be recognized without a face detector; run Scripts/setup-faces"))
        #expect(try await run("gallery", "add", folder, "--people", "--faces", "none").exit == 0)
        #expect(try await run("gallery", "add", folder).exit == 0)
    }
}
