import Espy

/// Reads one photo from the first byte to the last file.
struct RackJob: Sendable {
    let plan: RackPlan
    let surroundings: Surroundings
    let input: RackInput

    /// - Parameter progress: a share of the work, from 0 to 1; called on no particular thread.
    /// - Throws: only `CancellationError`. All else is part of the outcome.
    func run(_ progress: @escaping @Sendable (Double) -> Void) async throws -> RackOutcome {
        var outcome = RackOutcome(input: input)
        do {
            let image = try picture()
            try Task.checkCancellation()
            progress(0.2)
            let rack = try await read(image) { progress(0.2 + 0.6 * $0.fraction) }
            try Task.checkCancellation()
            outcome.rack = rack
            outcome.unkept = await plan.history.save(rack, plan.options, of: image, named: input.name)
            if plan.photo != nil { outcome.files.append(try writePhoto(of: rack, image)) }
            if case .folder(let folder) = plan.csv { outcome.files.append(try writeTable(of: rack, in: folder)) }
        } catch let problem as Problem {
            // A pipe that was given up because of an interrupt has nothing wrong with it.
            try Task.checkCancellation()
            outcome.problem = problem
        } catch let error as WriteError {
            outcome.writeError = error.error
        }
        progress(1)
        return outcome
    }

    /// A result that was there but could not be written.
    private struct WriteError: Error {
        let error: FileError
    }

    private func picture() throws(Problem) -> RGBImage {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try inputBytes()
        } catch {
            throw Problem(error)
        }
        do throws(ImageError) {
            return try ImageDecoder().decode(bytes)
        } catch {
            throw Problem(error)
        }
    }

    private func inputBytes() throws(FileError) -> [UInt8] {
        switch input {
        case .file(let path): try Files.read(path)
        case .standardInput: try surroundings.input.readAll(limit: Files.inputLimit, name: "-")
        case .unusable(let error): throw error
        case .bareFolder(let path): throw FileError(path, .noPhotos)
        }
    }

    private func read(_ image: RGBImage, _ progress: @escaping @Sendable (RackProgress) -> Void) async throws -> Rack {
        do throws(RackError) {
            return try await RackReader(options: plan.options).read(image, progress: progress)
        } catch .cancelled {
            throw CancellationError()
        } catch {
            throw Problem(error)
        }
    }

    private func writePhoto(of rack: Rack, _ image: RGBImage) throws -> String {
        let annotated = RackAnnotator().annotate(rack, on: image)
        try Task.checkCancellation()
        switch plan.photo {
        case .file(let path):
            let bytes = try encoded(annotated, PhotoFormat(path) ?? .jpeg)
            try writing { () throws(FileError) in try AtomicFile.replace(path, with: bytes) }
            return path
        case .folder(let folder):
            let bytes = try encoded(annotated, .jpeg)
            return try writing { () throws(FileError) in
                try Files.makeFolder(folder)
                return try AtomicFile.create(in: folder, stem: "\(input.stem).annotated", ext: "jpg", bytes)
            }
        case nil: return ""
        }
    }

    private func encoded(_ image: RGBImage, _ format: PhotoFormat) throws(Problem) -> [UInt8] {
        do throws(ImageError) {
            switch format {
            case .jpeg: return try ImageEncoder.jpeg(image)
            case .png: return try ImageEncoder.png(image)
            }
        } catch {
            throw Problem(error)
        }
    }

    private func writeTable(of rack: Rack, in folder: String) throws -> String {
        try writing { () throws(FileError) in
            try Files.makeFolder(folder)
            let stem = "vials_\(Timestamp.fileName(surroundings.now()))"
            return try AtomicFile.create(in: folder, stem: stem, ext: "csv", Array(rack.csv(raw: plan.raw).utf8))
        }
    }

    private func writing<Value>(_ work: () throws(FileError) -> Value) throws -> Value {
        do throws(FileError) {
            return try work()
        } catch {
            throw WriteError(error: error)
        }
    }
}
