import EspyBase
import EspyCount

/// A question about a count that needs no photo: `{"about": "correct", "count": …}`.
///
/// | about | besides `count` | answer |
/// |---|---|---|
/// | correct | `corrections`, `file` | the corrected count |
/// | groups | `groups`: the groups to count instead of the main one; `file` | the other count |
/// | csv | nothing | `text`: one line per thing |
/// | yolo | nothing | `text`: labels for the training of a detector |
enum CountQuestion {
    static func answer(parsing bytes: [UInt8]) throws(WebError) -> JSONValue {
        do throws(JSONError) {
            let question = try JSONValue(parsing: bytes)
            return try answer(try question.value("about"), of: try question.value("count"), question)
        } catch {
            throw WebError(error)
        }
    }

    private static func answer(
        _ about: String, of count: Count, _ question: JSONValue
    ) throws(JSONError) -> JSONValue {
        switch about {
        case "correct":
            guard let corrected = count.corrected(by: try question.value("corrections")) else {
                throw JSONError(.unusable("a correction refers to a missing thing, or lies outside the photo"))
            }
            return try written(corrected, question)
        case "groups":
            guard let other = count.counting(clusters: try question.value("groups")) else {
                throw JSONError(.unusable("there is no such group"))
            }
            return try written(other, question)
        case "csv": return JSONValue(["text": count.csv().json])
        case "yolo": return JSONValue(["text": YoloLabels.text(of: count).json])
        default: throw JSONError(.unusable("nothing is called “\(about)”"))
        }
    }

    private static func written(_ count: Count, _ question: JSONValue) throws(JSONError) -> JSONValue {
        CountAnswer(count, file: try question.optional("file") ?? "-").json
    }
}
