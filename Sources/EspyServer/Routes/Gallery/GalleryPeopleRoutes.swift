import Espy
import EspyApp
import EspyHTTP

/// Recognized people and their faces. Only local users switch recognition, and delete its data.
struct GalleryPeopleRoutes: Sendable {
    let gallery: GalleryService
    let settings: SettingsStore

    static let mostFaces = 500

    var all: [Route] {
        let people = "\(GalleryRoutes.root)/people"
        let faces = "\(GalleryRoutes.root)/faces"
        return [
            Route(.get, people, handler: list), Route(.post, people, handler: turnOn),
            Route(.delete, people, handler: deleteAll), Route(.post, "\(people)/merge", handler: merge),
            Route(.post, "\(people)/undo", handler: undo),
            Route(.get, "\(people)/{id}", handler: show), Route(.patch, "\(people)/{id}", handler: change),
            Route(.get, faces, handler: self.faces), Route(.post, faces, handler: assign),
        ]
    }

    private func isOn() throws(HTTPProblem) -> Bool { try settings.current().isOn(.people) }

    private func list(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let hidden = request.query["hidden"] == "true"
        let none = GalleryPeople(people: [], others: 0, waiting: 0)
        let found = try await gallery.find(or: none) { gallery in try await gallery.people(hidden: hidden) }
        return try .fresh(PeopleAnswer(found, isOn: try isOn(), canSwitch: request.caller == .local))
    }

    private struct Switch: Decodable {
        let isOn: Bool
    }

    /// Switching off is deleting.
    private func turnOn(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        guard try await request.json(Switch.self).isOn else {
            throw .unprocessable("to switch it off, delete the data")
        }
        try settings.change(try settings.checked([Setting.people.key: "true"]))
        await gallery.indexing?.wake()
        return .noContent
    }

    private func deleteAll(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard request.caller == .local else { throw .localOnly }
        try settings.change(try settings.checked([Setting.people.key: "false"]))
        try await gallery.find(or: ()) { gallery in try await gallery.deletePeople() }
        return .noContent
    }

    private func show(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let id = try values.number("id")
        return try .fresh(try await gallery.use { gallery in try await gallery.person(id) })
    }

    private func change(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let (id, change) = (try values.number("id"), try await request.json(PersonChange.self))
        let undo = try await gallery.use { [now = gallery.now] gallery in
            if let name = change.name { return try await gallery.name(id, name, now: now()) }
            if let isHidden = change.isHidden { return try await gallery.hide(id, isHidden, now: now()) }
            guard let cover = change.cover, try await gallery.face(cover)?.person == id else {
                throw GalleryError.unknownPerson("\(change.cover ?? id)")
            }
            return try await gallery.makeCover(cover)
        }
        return try .fresh(["undo": undo])
    }

    private struct Merge: Decodable {
        let people: [Int]
        let into: Int
    }

    private func merge(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let merge = try await request.json(Merge.self)
        guard (1...100).contains(merge.people.count) else { throw .unprocessable("name 1 to 100 people") }
        let undo = try await gallery.use { [now = gallery.now] gallery in
            try await gallery.merge(merge.people, into: merge.into, now: now())
        }
        return try .fresh(["undo": undo])
    }

    private func undo(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard let number = try await request.json([String: Int].self)["undo"] else {
            throw .badRequest("the body lacks undo")
        }
        try await gallery.use { gallery in try await gallery.undoPeople(number) }
        return .noContent
    }

    private func faces(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let person =
            request.query["person"] == nil
            ? nil : try request.query.number("person", in: 1...Int(Int32.max), or: 0)
        let offset = try request.query.number("offset", in: 0...Int(Int32.max), or: 0)
        let limit = try request.query.number("limit", in: 1...Self.mostFaces, or: 100)
        let found = try await gallery.find(or: []) { gallery in
            try await gallery.faces(ofPerson: person, offset: offset, limit: limit)
        }
        return try .fresh(["faces": found])
    }

    private struct Assignment: Decodable {
        let faces: [Int]
        /// A known person.
        let person: Int?
        /// A new person, whose name may be empty.
        let newPerson: String?
    }

    /// Says whose some faces are; without a person, that they are not the person's to whom they are assigned.
    private func assign(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let wish = try await request.json(Assignment.self)
        guard (1...Self.mostFaces).contains(wish.faces.count) else { throw .unprocessable("name 1 to 500 faces") }
        guard wish.person == nil || wish.newPerson == nil else {
            throw .unprocessable("person and newPerson exclude each other")
        }
        let owner: FaceOwner =
            if let person = wish.person { .person(person) } else if let name = wish.newPerson {
                .new(name.isEmpty ? nil : name)
            } else { .nobody }
        let undo = try await gallery.use { [now = gallery.now] gallery in
            try await gallery.assign(wish.faces, to: owner, now: now())
        }
        return try .fresh(["undo": undo])
    }
}

private struct PeopleAnswer: Encodable {
    let isOn: Bool
    /// Whether the caller may switch recognition.
    let canSwitch: Bool
    let people: [GalleryPerson]
    let others: Int
    let waiting: Int

    init(_ found: GalleryPeople, isOn: Bool, canSwitch: Bool) {
        (self.isOn, self.canSwitch) = (isOn, canSwitch)
        (people, others, waiting) = (found.people, found.others, isOn ? found.waiting : 0)
    }
}

/// One change of a person: the first that is given.
private struct PersonChange: Decodable {
    /// Nil inside takes the name away: this takes an explicit `null`.
    let name: String??
    let isHidden: Bool?
    let cover: Int?

    private enum Key: String, CodingKey { case name, isHidden, cover }

    init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        name = box.contains(.name) ? .some(try box.decodeIfPresent(String.self, forKey: .name)) : nil
        isHidden = try box.decodeIfPresent(Bool.self, forKey: .isHidden)
        cover = try box.decodeIfPresent(Int.self, forKey: .cover)
        guard name != nil || isHidden != nil || cover != nil else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "the body lacks name, isHidden or cover"))
        }
    }
}
