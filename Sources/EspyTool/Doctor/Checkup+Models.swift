import Espy
import EspyApp
import EspyHTTP
import EspyInference

extension Checkup {
    /// The library that runs models, what speeds them up, and the models themselves.
    var modelChecks: [Check] {
        do throws(InferenceError) {
            let store = try ModelStore(surroundings.environment)
            return [runtime(store), features] + ModelEntry.Task.allCases.map { check($0, store) }
        } catch {
            return [Check("models", Problem(error).message, remedy: "correct the file, or take it away")]
        }
    }

    private func runtime(_ store: ModelStore) -> Check {
        do throws(InferenceError) {
            return Check("OpenVINO", try store.runtime.version())
        } catch {
            guard case .runtimeUnavailable(let reason) = error else { return Check("OpenVINO", Problem(error).message) }
            return Check("OpenVINO", reason, remedy: "run Scripts/setup-openvino; espy rack works without it")
        }
    }

    /// Faster where they are there, and no lack where they are not.
    private var features: Check {
        let features = ProcessorFeatures.current
        let found = [features.hasBF16 ? "bf16" : nil, features.hasInt8 ? "int8" : nil].compactMap(\.self)
        return Check("model instructions", found.isEmpty ? "f32 only" : "f32, " + found.joined(separator: ", "))
    }

    private func check(_ task: ModelEntry.Task, _ store: ModelStore) -> Check {
        let there = store.library.entries.filter { $0.task == task && store.state(of: $0) != .missing }
        // Nothing that Espy does needs one of these: those that are installed add to what is known of photos.
        if there.isEmpty, [.classifier, .text].contains(task) || task.isGraph {
            return Check(task.rawValue, "none installed")
        }
        if there.isEmpty, [.textDetector, .textRecognizer].contains(task) {
            return Check(
                task.rawValue, "no model is there: Tesseract alone reads text",
                remedy: "run Scripts/setup-text; all else works without it")
        }
        guard !there.isEmpty else {
            return Check(task.rawValue, "no model is there", remedy: "“espy models list” shows where to get one")
        }
        return Check(task.rawValue, there.map(\.id).joined(separator: ", "))
    }
}
