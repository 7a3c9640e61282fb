import Espy
import EspyApp

extension Action {
    static let galleryPeople = Action(
        "people", "PERSON", count: 0...Int.max,
        says: "List, name, merge and hide people; turn this on or off.",
        details: [
            """
            Espy recognizes people only after --on, and compares faces on this machine only. “espy gallery update” then \
            looks at all photos, and groups faces that look alike. --off deletes all faces, groups and names. PERSON is \
            a number from the list, or a name.
            """,
            """
            --list prints the faces of a person with their numbers, or those of nobody without PERSON. --not and \
            --split take these numbers. Each of --name, --merge, --hide, --show, --list, --not and --split is an \
            action of its own.
            """,
        ],
        flags: [
            Flags.peopleOn, Flags.peopleOff, Flags.personName, Flags.mergePeople, Flags.hidePeople, Flags.showPeople,
            Flags.personFaces, Flags.notPerson, Flags.splitPerson, Flags.deletePeople,
        ])
}

extension Flags {
    static let peopleOn = Flag("on", help: "Recognize people from now on.")
    static let peopleOff = Flag(
        "off", help: "Stop recognizing people, and delete all faces, groups and names, after asking.")
    static let deletePeople = Flag("yes", short: "y", help: "Delete without asking.")
    static let personName = Flag(
        "name", value: FlagValue("NAME", .text(expected: "a name", hints: []) { !$0.isEmpty }),
        help: "Name the person NAME.")
    static let mergePeople = Flag("merge", help: "Make several people one; the first name stays.")
    static let hidePeople = Flag("hide", help: "Hide people from lists and albums.")
    static let showPeople = Flag("show", help: "Show hidden people again; without PERSON, list them.")
    static let personFaces = Flag("list", help: "List faces: their numbers, boxes and photos.")
    static let notPerson = Flag("not", help: "These faces are not the person to whom Espy assigned them.")
    static let splitPerson = Flag("split", help: "These faces are another person, a new one; --name names it.")
}

/// `espy gallery people`.
struct GalleryPeopleAction {
    private let command: GalleryCommand
    private var invocation: Invocation { command.context.invocation }
    private var operands: [String] { invocation.operands }

    init(_ command: GalleryCommand) { self.command = command }

    /// Switching needs no gallery.
    static func switches(_ invocation: Invocation) -> Bool {
        invocation.isOn(Flags.peopleOn) || invocation.isOn(Flags.peopleOff)
    }

    func turn() async throws -> Exit {
        let isOn = invocation.isOn(Flags.peopleOn)
        guard isOn != invocation.isOn(Flags.peopleOff), operands.isEmpty else {
            throw UsageError("people takes --on or --off alone", command: "gallery")
        }
        if isOn {
            try set(true)
            await command.context.note("“espy gallery update” looks for people in all photos")
            return .complete
        }
        let question = "This deletes all faces, groups and names of people."
        guard try await command.context.isMeant(Flags.deletePeople, to: "delete", question) else {
            await command.context.note("nothing was deleted")
            return .incomplete
        }
        try set(false)
        if command.file.exists { try await command.file.open(making: false).deletePeople() }
        await command.context.note("people are no longer recognized, and all data of them is deleted")
        return .complete
    }

    private func set(_ isOn: Bool) throws {
        let environment = command.context.process.given(invocation).environment
        try ConfigFile(environment).set([Setting.people.key: String(isOn)], making: true)
    }

    func run(_ gallery: Gallery) async throws -> Exit {
        let isListed = operands.isEmpty && invocation.isOn(Flags.showPeople)
        if invocation.isOn(Flags.personFaces) { return try await faces(gallery) }
        if invocation.isOn(Flags.notPerson) || invocation.isOn(Flags.splitPerson) { return try await move(gallery) }
        if let name = invocation.value(Flags.personName) {
            guard operands.count == 1 else { throw UsageError("--name takes one PERSON", command: "gallery") }
            _ = try await gallery.name(try await person(operands[0], in: gallery), name, now: command.now)
            return .complete
        }
        if operands.isEmpty { return try await list(gallery, hidden: isListed) }
        var people: [Int] = []
        for name in operands { people.append(try await person(name, in: gallery)) }
        return try await change(people, gallery)
    }

    private func change(_ people: [Int], _ gallery: Gallery) async throws -> Exit {
        if invocation.isOn(Flags.mergePeople) {
            guard people.count > 1 else { throw UsageError("--merge takes at least two people", command: "gallery") }
            _ = try await gallery.merge(Array(people.dropFirst()), into: people[0], now: command.now)
            return .complete
        }
        let isHidden = invocation.isOn(Flags.hidePeople)
        guard isHidden != invocation.isOn(Flags.showPeople) else {
            throw UsageError(
                "say what to do: --name, --merge, --hide, --show, --list, --not or --split", command: "gallery")
        }
        for person in people { _ = try await gallery.hide(person, isHidden, now: command.now) }
        return .complete
    }

    private func person(_ name: String, in gallery: Gallery) async throws -> Int {
        if let id = Int(name), (try? await gallery.person(id)) != nil { return id }
        return try await gallery.person(named: name)
    }

    private func list(_ gallery: Gallery, hidden: Bool) async throws -> Exit {
        let found = try await gallery.people(hidden: hidden)
        if command.isJSON { return try await command.context.answer(try JSONText.line(found)) }
        let width = (found.people.map { printable($0.name ?? "-").count }.max() ?? 0) + 2
        let lines = found.people.map { person in
            "\(String(person.id).padded(to: 8))\(printable(person.name ?? "-").padded(to: width))\(person.photos)\n"
        }
        if found.people.isEmpty {
            let isOn = command.settings.isOn(.people)
            await command.context.note(
                isOn ? "no people yet" : "people are not recognized; “espy gallery people --on” turns this on")
        }
        if found.others > 0 { await command.context.note("\(found.others) other faces") }
        return try await command.context.answer(lines.joined())
    }

    private func faces(_ gallery: Gallery) async throws -> Exit {
        guard operands.count < 2 else { throw UsageError("--list takes one PERSON", command: "gallery") }
        var person: Int?
        if let name = operands.first { person = try await self.person(name, in: gallery) }
        var offset = 0
        while true {
            let faces = try await gallery.faces(ofPerson: person, offset: offset, limit: Gallery.longestPage)
            if faces.isEmpty { return .complete }
            for face in faces {
                let path = try await gallery.details(of: face.photo)?.photo.path ?? ""
                let box = "\(face.x),\(face.y),\(face.width),\(face.height)"
                _ = try await command.context.answer(
                    command.isJSON ? try JSONText.line(face) : "\(face.id)\t\(box)\t\(printable(path))\n")
            }
            offset += faces.count
        }
    }

    private func move(_ gallery: Gallery) async throws -> Exit {
        let faces = try operands.map { word throws(UsageError) in
            guard let face = Int(word) else {
                throw UsageError("a face is a number; --list prints them", command: "gallery")
            }
            return face
        }
        let isSplit = invocation.isOn(Flags.splitPerson)
        guard !faces.isEmpty, isSplit != invocation.isOn(Flags.notPerson) else {
            throw UsageError("--not or --split takes numbers of faces", command: "gallery")
        }
        let owner: FaceOwner = isSplit ? .new(invocation.value(Flags.personName)) : .nobody
        _ = try await gallery.assign(faces, to: owner, now: command.now)
        return .complete
    }
}
