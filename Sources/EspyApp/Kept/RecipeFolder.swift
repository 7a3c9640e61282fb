package import Espy
import EspySystem
import Foundation

/// The folder of the user's recipes: one file each, replaced atomically.
package struct RecipeFolder: Sendable {
    package let path: String
    private let data: String

    /// More than a user can choose from.
    private static let most = 1_000

    package init(_ environment: AppEnvironment) {
        data = Folders(environment).data
        path = Path.join(data, "recipes")
    }

    /// A recipe, or an unreadable file.
    package enum Item: Sendable {
        case recipe(Recipe)
        case damaged(path: String, Problem)
    }

    /// All recipes by name, ignoring case, followed by unreadable files.
    package func all() throws(Problem) -> [Item] {
        var recipes: [Recipe] = []
        var damaged: [Item] = []
        for file in try files() {
            do throws(Problem) { recipes.append(try read(file, looksAtPictures: false)) } catch {
                damaged.append(.damaged(path: file, error))
            }
        }
        return recipes.sorted { Recipe.key(of: $0.name) < Recipe.key(of: $1.name) }.map { .recipe($0) } + damaged
    }

    /// - Throws: Also if there is no recipe with this name.
    package func named(_ name: String) throws(Problem) -> Recipe {
        let file = file(of: name)
        guard Files.exists(file) else {
            let names = try all().compactMap { if case .recipe(let recipe) = $0 { quoted(recipe.name) } else { nil } }
            let known = names.isEmpty ? "there is none yet; see espy recipe new" : names.joined(separator: ", ")
            throw .unknownRecipe(name, known: known)
        }
        return try read(file)
    }

    /// Saves a new recipe.
    ///
    /// - Throws: Also if there is already one with this name.
    package func add(_ recipe: Recipe) throws(Problem) {
        try recipe.checked()
        let bytes = try recipe.bytes()
        try locked { () throws(Problem) in
            guard try files().count < Self.most else {
                throw Problem("tooManyRecipes", "there are \(Self.most) recipes already; delete some")
            }
            do throws(FileError) {
                try AtomicFile.create(file(of: recipe.name), bytes, isPrivate: true)
            } catch {
                guard error.cause == .system(EEXIST) else { throw .named(error) }
                throw .recipeExists(recipe.name)
            }
        }
    }

    /// Changes a recipe, and locks out concurrent changes. If the name changes, the new file is written before the old
    /// one is deleted.
    /// - Returns: The changed recipe.
    @discardableResult
    package func change(_ name: String, _ body: (inout Recipe) throws(Problem) -> Void) throws(Problem) -> Recipe {
        try locked { () throws(Problem) in
            let old = try named(name)
            var recipe = old
            try body(&recipe)
            try recipe.checked()
            let (before, after) = (file(of: old.name), file(of: recipe.name))
            if before != after, Files.exists(after) { throw .recipeExists(recipe.name) }
            let bytes = try recipe.bytes()
            do throws(FileError) { try AtomicFile.replace(after, with: bytes) } catch { throw .named(error) }
            if before != after { try remove(before) }
            return recipe
        }
    }

    /// Saves a recipe, and replaces one with the same name.
    func replace(_ recipe: Recipe) throws(Problem) {
        try recipe.checked()
        let bytes = try recipe.bytes()
        try locked { () throws(Problem) in
            do throws(FileError) { try AtomicFile.replace(file(of: recipe.name), with: bytes) } catch {
                throw .named(error)
            }
        }
    }

    package func delete(_ name: String) throws(Problem) {
        // A damaged file can be deleted, too, because only its name is needed.
        try locked { () throws(Problem) in
            let file = file(of: name)
            guard Files.exists(file) else {
                _ = try named(name)
                return
            }
            try remove(file)
        }
    }

    private func remove(_ file: String) throws(Problem) {
        guard unlink(file) == 0 else { throw .named(.last(file)) }
    }

    /// The recipe's identifier in addresses. It is accepted wherever a name is expected.
    package func id(of recipe: Recipe) -> String { Path.stem(of: file(of: recipe.name)) }

    private func files() throws(Problem) -> [String] {
        guard Files.isFolder(path) else { return [] }
        do throws(FileError) {
            return try Files.names(in: path).filter { $0.hasSuffix(".json") }.map { Path.join(path, $0) }
        } catch {
            throw .named(error)
        }
    }

    private func read(_ file: String, looksAtPictures: Bool = true) throws(Problem) -> Recipe {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try Files.read(file, limit: Recipe.mostBytes) } catch { throw .named(error) }
        do throws(RecipeError) { return try Recipe(file: bytes, looksAtPictures: looksAtPictures) } catch {
            throw Problem(error, file: file)
        }
    }

    private func locked<Value>(_ work: () throws(Problem) -> Value) throws(Problem) -> Value {
        try Folders.makePrivate(data)
        try Folders.makePrivate(path)
        let lock: FileLock
        do throws(FileError) { lock = try FileLock.wait(for: path) } catch { throw .named(error) }
        let value = try work()
        _ = consume lock
        return value
    }

    /// The file name: the plain characters of the recipe's name, and a checksum to distinguish names that differ in
    /// others.
    func file(of name: String) -> String {
        let key = Recipe.key(of: name)
        let isPlain = key.utf8.allSatisfy { Self.plain.contains($0) }
        if isPlain, key.utf8.count <= Self.longest { return Path.join(path, "\(key).json") }
        let letters = key.unicodeScalars.map { scalar -> Character in
            scalar.isASCII && Self.plain.contains(UInt8(scalar.value)) ? Character(scalar) : "-"
        }
        let sum = SHA256.hex(of: Array(key.utf8)).prefix(8)
        return Path.join(path, "\(String(letters.prefix(Self.longest - 12)))-\(sum).json")
    }

    private static let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let longest = 48
}

extension Recipe {
    fileprivate func checked() throws(Problem) {
        do throws(RecipeError) { try check() } catch { throw Problem(error) }
    }

    /// Encodes the recipe for a file.
    package func bytes() throws(Problem) -> [UInt8] {
        do throws(RecipeError) { return try file() } catch { throw Problem(error) }
    }
}
