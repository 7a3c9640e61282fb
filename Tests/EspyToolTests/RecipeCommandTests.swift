import Espy
import EspyApp
import EspyTool
import Foundation
import Testing

/// `espy recipe`, and `espy count --recipe`.
struct RecipeCommandTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write("tray.jpg", try Pictures.blank(width: 400))
    }

    private func run(_ arguments: String..., counting: CountEngine = FakeCounting.engine) async throws -> Ending {
        try await espy(
            arguments.map { $0.replacing("@", with: "\(scratch.path)/") }, variables: ["XDG_DATA_HOME": scratch.path],
            counting: counting)
    }

    private var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: scratch.file("espy/recipes")).sorted()) ?? []
    }

    @Test func aRecipeIsKeptChangedAndGivenAway() async throws {
        #expect(try await run("recipe", "list").err == "no recipes yet; see espy recipe new\n")
        let made = try await run(
            "recipe", "new", "tarts", "@tray.jpg", "--example", "10,20,40,40", "--example", "90,20,40,40",
            "--not", "200,20,40,40", "--things", "tart,tarts", "--distance", "same")
        #expect(made.exit == 0)
        #expect(made.err == "saved: tarts: 2 examples, 1 counterexample; counts tarts\n")
        #expect(files == ["tarts.json"])
        #expect(try await run("recipe", "new", "Tarts", "@tray.jpg", "--example", "9,9,9,9").exit == 2, "taken")
        let shown = try await run("recipe", "show", "TARTS", "-o", "@sheet.png")
        #expect(shown.out.contains("things      tart, tarts\n"))
        #expect(shown.out.contains("distance    same\n"))
        #expect(try ImageDecoder().info(of: try scratch.bytes("sheet.png")).width == 768)
        let edited = try await run(
            "recipe", "edit", "tarts", "@tray.jpg", "--name", "Tray B", "--drop-example", "1", "--example",
            "30,30,20,20", "--similarity", "0.85", "--border", "whole")
        #expect(edited.exit == 0, "\(edited.err)")
        try #require(files.count == 1)
        #expect(files[0].hasPrefix("tray-b-"))
        let listed = try await run("recipe", "list", "--json")
        #expect(listed.out.contains("\"examples\":2"))
        #expect(listed.out.contains("\"similarity\":0.85"))
        #expect(try await run("recipe", "export", "tray b", "@b.recipe").exit == 0)
        #expect(try await run("recipe", "import", "@b.recipe").exit == 2)
        #expect(try await run("recipe", "import", "@b.recipe", "--name", "copy").exit == 0)
        #expect(try await run("recipe", "delete", "tray b", "copy").exit == 0)
        #expect(files.isEmpty)
        #expect(try await run("recipe", "delete", "copy").exit == 2)
    }

    @Test func aRecipeKeepsItsRegions() async throws {
        // Things of the fake counter are 100 pixels apart in a row.
        let made = try await run(
            "recipe", "new", "wells", "@tray.jpg", "--example", "10,20,40,40", "--region-grid", "1x2", "--within",
            "0,0,200,300")
        #expect(made.exit == 0, "\(made.err)")
        #expect(try await run("recipe", "show", "wells").out.contains("regions     1 x 2\n"))
        #expect(try await run("count", "--recipe", "wells", "@tray.jpg", "-q").out == "1\tA1\n1\tA2\n4\ttotal\n")
        let other = try await run("count", "--recipe", "wells", "@tray.jpg", "-q", "--region-grid", "1x1")
        #expect(other.out == "4\tA1\n4\ttotal\n", "flags go before the recipe")
        // In a photo of twice the size, positions double.
        try scratch.write("large.jpg", try Pictures.blank(width: 800))
        let large = try await run("count", "--recipe", "wells", "@large.jpg", "-q")
        #expect(large.out.hasPrefix("2\tA1\n2\tA2\n"), "\(large.out)")
        #expect(try await run("recipe", "edit", "wells", "--drop-regions").exit == 0)
        #expect(try await run("count", "--recipe", "wells", "@tray.jpg", "-q").out == "4\n")
        let flat = try await run("recipe", "edit", "wells", "--region-grid", "2x2", "--within", "0,0,1,1,2,2,3,3")
        #expect(flat.exit == 64, "\(flat.err)")
        #expect(flat.err.contains("no three in a line"), "\(flat.err)")
    }

    @Test func aRecipeKeepsItsScaleAndLimits() async throws {
        let made = try await run(
            "recipe", "new", "tarts", "@tray.jpg", "--example", "10,20,40,40", "--scale", "2.5px/mm", "--min-size",
            "4mm")
        #expect(made.exit == 0, "\(made.err)")
        let shown = try await run("recipe", "show", "tarts").out
        #expect(shown.contains("sizes       2.5 px/mm in photos of 400 pixels, from 4 mm on\n"), "\(shown)")
        #expect(shown.contains("distance    same\n"), "a scale holds where the camera is as far away")
        #expect(try await run("recipe", "edit", "tarts", "--max-size", "3cm").exit == 0, "in the unit it has")
        let echo = CountEngine { _, _ in
            { (image, options, recipe, _) throws(CountError) in
                var count = Count(
                    width: image.width, height: image.height, count: 0, range: .init(low: 0, high: 0),
                    model: .init(detector: "espy-seeker"), parameters: options, warnings: [.nothingFound])
                count.recipe = recipe.map { Count.Used(name: $0.name, things: $0.things) }
                return count
            }
        }
        // In a photo of twice the size, a millimeter has twice as many pixels.
        try scratch.write("large.jpg", try Pictures.blank(width: 800))
        func measuring(_ flags: String...) async throws -> Measuring? {
            let ending = try await espy(
                ["count", "--recipe", "tarts", scratch.file("large.jpg"), "--json"] + flags,
                variables: ["XDG_DATA_HOME": scratch.path], counting: echo)
            return try JSONDecoder().decode(Count.self, from: Data(ending.out.utf8)).parameters.measuring
        }
        let millimeters = LengthScale(pixelsPerUnit: 5, unit: .millimeter)
        #expect(try await measuring() == Measuring(scale: millimeters, smallest: 4, largest: 30))
        #expect(try await measuring("--min-size", "40px") == Measuring(smallest: 40), "flags go before the recipe")
        #expect(try await run("recipe", "edit", "tarts", "--min-size", "9px").exit == 64)
        #expect(try await run("recipe", "edit", "tarts", "--min-size", "40mm").exit == 2, "above the other limit")
        #expect(try await run("recipe", "edit", "tarts", "--drop-sizes", "--scale", "2px/mm").exit == 64)
        #expect(try await run("recipe", "edit", "tarts", "--drop-sizes").exit == 0)
        #expect(try await measuring() == nil)
    }

    @Test func correctionsAreLearnedAndTried() async throws {
        _ = try await run("recipe", "new", "tarts", "@tray.jpg", "--example", "10,20,40,40")
        #expect(try await run("recipe", "test", "tarts").exit == 1)
        // With two examples, it finds one thing more than with one.
        let seeing = CountEngine { _, _ in
            { (image, options, recipe, _) throws(CountError) in
                let found = (0..<(2 + (recipe?.examples.count ?? 0))).map {
                    Count.Detection(
                        x: 10 + 60 * Double($0), y: 20, width: 40, height: 40, confidence: 0.9, cluster: 0, main: true)
                }
                var count = Count(
                    width: image.width, height: image.height, count: found.count,
                    range: .init(low: found.count, high: found.count), clusters: [.init(id: 0, count: found.count)],
                    detections: found, model: .init(detector: "espy-seeker"), parameters: options)
                count.recipe = recipe.map { Count.Used(name: $0.name, things: $0.things) }
                return count
            }
        }
        _ = try await run("count", "--recipe", "tarts", "@tray.jpg", counting: seeing)
        let history = try History(path: scratch.file("espy/history.sqlite"))
        let id = try await history.entries()[0].id
        let missed = CountCorrections(added: [Rect(x: 190, y: 20, width: 40, height: 40)])
        try await history.change(id, HistoryChange(corrections: AnalysisValue(missed)), by: .tester)
        let before = try await run("recipe", "test", "tarts", counting: seeing)
        #expect(before.out.contains("    4 right      3 then      3 now  same"), "\(before.out)")
        let learned = try await run("recipe", "learn", "tarts", id)
        #expect(learned.err.contains("saved: tarts: 2 examples"), "\(learned.err)")
        #expect(learned.err.contains("espy recipe edit “tarts” --drop-example 2"), "\(learned.err)")
        let after = try await run("recipe", "test", "tarts", counting: seeing)
        #expect(after.out.contains("    4 right      3 then      4 now  better"), "\(after.out)")
        #expect(after.err.contains("1 photo: 1 better, 0 worse; mean error 0.0% now, 25.0% then"), "\(after.err)")
        let json = try await run("recipe", "test", "tarts", "--json", counting: seeing)
        #expect(json.out.contains("\"truth\":4"))
        _ = try await run("count", "@tray.jpg")
        let other = try await history.entries()[0].id
        #expect(try await run("recipe", "learn", "tarts", other).err.contains("not a count with the recipe"))
    }

    @Test func severalKindsAreCountedInOnePhoto() async throws {
        _ = try await run("recipe", "new", "tarts", "@tray.jpg", "--example", "10,20,40,40", "--things", "tart,tarts")
        _ = try await run(
            "recipe", "new", "buns", "@tray.jpg", "--example", "90,20,40,40", "--example", "190,20,40,40")
        // Finds as many things as the recipe has examples, in their own row.
        let seeing = CountEngine { _, _ in
            { (image, options, recipe, _) throws(CountError) in
                let number = recipe?.examples.count ?? 0
                let found = (0..<number).map {
                    Count.Detection(
                        x: 60 * Double($0), y: 50 * Double(number), width: 40, height: 40, confidence: 0.9, cluster: 0,
                        main: true)
                }
                var count = Count(
                    width: image.width, height: image.height, count: number, range: .init(low: number, high: number),
                    clusters: [.init(id: 0, count: number)], detections: found, model: .init(detector: "espy-seeker"),
                    parameters: options)
                count.recipe = recipe.map { Count.Used(name: $0.name, things: $0.things) }
                return count
            }
        }
        let ending = try await run(
            "count", "--recipe", "tarts", "--recipe", "buns", "@tray.jpg", "-v", counting: seeing)
        #expect(ending.out == "1\ttarts\n2\tbuns\n3\ttotal\n", "\(ending.err)")
        #expect(ending.err.contains("1 tart, 2 buns"), "\(ending.err)")
        #expect(try await run("count", "--recipe", "tarts", "--recipe", "TARTS", "@tray.jpg").exit == 64)
        let shown = try await run("count", "--recipe", "tarts", "--recipe", "buns", "--like", "1,1,9,9", "@tray.jpg")
        #expect(shown.exit == 64)
        #expect(shown.err.contains("one kind"))
    }

    @Test func photosAreCountedByOne() async throws {
        _ = try await run("recipe", "new", "tarts", "@tray.jpg", "--example", "10,20,40,40", "--similarity", "0.9")
        let seen = CountEngine { choice, _ in
            { (image, options, recipe, _) throws(CountError) in
                var count = Count(
                    width: image.width, height: image.height, count: 0, range: .init(low: 0, high: 0),
                    model: .init(detector: choice.seeker ?? "none"), parameters: options, warnings: [.nothingFound])
                count.recipe = recipe.map { Count.Used(name: $0.name, things: $0.things) }
                return count
            }
        }
        let found = try await run("count", "--recipe", "tarts", "@tray.jpg", "--json", "-v", counting: seen)
        #expect(found.exit == 1)
        #expect(found.out.contains("\"recipe\":{\"name\":\"tarts\""))
        #expect(found.out.contains("\"detector\":\"espy-seeker\""))
        #expect(found.out.contains("\"similarity\":0.9"))
        #expect(found.err.contains("nothing matches the recipe “tarts”"))
        #expect(found.err.contains(": 0 tarts\n"))
        let other = try await run(
            "count", "--recipe", "tarts", "@tray.jpg", "--json", "--similarity", "0.7", counting: seen)
        #expect(other.out.contains("\"similarity\":0.7"), "flags go before the recipe")
        #expect(try await run("count", "--recipe", "no", "@tray.jpg").exit == 64)
        #expect(try await run("count", "--recipe", "tarts", "--group", "0", "@tray.jpg").exit == 64)
    }

    @Test func whatComesFromStrangersIsLookedAt() async throws {
        _ = try await run("recipe", "new", "tarts", "@tray.jpg", "--example", "10,20,40,40")
        _ = try await run("recipe", "export", "tarts", "@x.recipe")
        let text = try scratch.text("x.recipe")
        try scratch.write("up.recipe", text.replacing("\"tarts\"", with: "\"../../../up\""))
        #expect(try await run("recipe", "import", "@up.recipe").exit == 0)
        #expect(files.count == 2)
        #expect(files.allSatisfy { !$0.contains("/") && !$0.hasPrefix(".") })
        #expect(scratch.names.sorted() == ["espy", "tray.jpg", "up.recipe", "x.recipe"])
        try scratch.write("half.recipe", String(text.prefix(text.count / 2)))
        #expect(try await run("recipe", "import", "@half.recipe").err.contains("not a recipe"))
        try scratch.write("new.recipe", text.replacing("\"version\" : 1", with: "\"version\" : 9"))
        #expect(try await run("recipe", "import", "@new.recipe").err.contains("newer Espy"))
        #expect(try await run("recipe", "import", "@tray.jpg").exit == 2)
        #expect(try await run("recipe", "import", "/dev/zero").exit == 2)
        #expect(files.count == 2)
    }

    @Test func aDamagedFileHidesNoOther() async throws {
        _ = try await run("recipe", "new", "tarts", "@tray.jpg", "--example", "10,20,40,40")
        try scratch.write("espy/recipes/broken.json", "{")
        let listed = try await run("recipe", "list")
        #expect(listed.exit == 1)
        #expect(listed.out.hasPrefix("tarts: 1 example"))
        #expect(listed.err.contains("broken.json"))
        #expect(try await run("recipe", "delete", "broken").exit == 0)
        #expect(files == ["tarts.json"])
    }

    @Test func boxesNeedAPhoto() async throws {
        #expect(try await run("recipe", "new", "tarts", "@tray.jpg").exit == 64)
        #expect(try await run("recipe", "new", "tarts", "@tray.jpg", "--example", "900,0,9,9").exit == 2)
        #expect(try await run("recipe", "new", " x", "@tray.jpg", "--example", "9,9,9,9").exit == 2)
        _ = try await run("recipe", "new", "tarts", "@tray.jpg", "--example", "10,20,40,40")
        #expect(try await run("recipe", "edit", "tarts", "--example", "9,9,9,9").exit == 64)
        #expect(try await run("recipe", "edit", "tarts", "--drop-example", "1").exit == 2, "one is left at least")
        #expect(try await run("recipe", "edit", "tarts", "--drop-example", "4").exit == 2)
    }

    /// Killed at any moment, a change is either complete or not there at all, and the next one works.
    @Test func aChangeThatIsKilledLeavesAWholeRecipe() async throws {
        _ = try await run("recipe", "new", "tarts", "@tray.jpg", "--example", "10,20,40,40")
        for delay in 0..<12 {
            let change = "$espy recipe edit tarts --similarity 0.\(60 + delay) -q"
            _ = try shell(
                "export XDG_DATA_HOME=\(scratch.path); timeout -s KILL 0.0\(10 + 5 * delay) \(change); true",
                killing: true)
            let listed = try await run("recipe", "list", "--json")
            #expect(listed.exit == 0, "\(listed.err)")
            #expect(listed.out.contains("\"name\":\"tarts\""), "\(listed.err)")
        }
        #expect(try await run("recipe", "edit", "tarts", "--similarity", "auto").exit == 0)
        #expect(files.filter { !$0.hasPrefix(".") } == ["tarts.json"])
    }

    @Test func aBackupTakesThemAlong() async throws {
        _ = try await run("recipe", "new", "Tray B", "@tray.jpg", "--example", "10,20,40,40")
        #expect(try await run("backup", "@all.tar").exit == 0)
        let other = try Scratch()
        let restored = try await espy(
            ["restore", scratch.file("all.tar"), "--yes"], variables: ["XDG_DATA_HOME": other.path])
        #expect(restored.exit == 0, "\(restored.err)")
        let listed = try await espy(["recipe", "list"], variables: ["XDG_DATA_HOME": other.path])
        #expect(listed.out == "Tray B: 1 example; counts Tray B\n")
    }
}
