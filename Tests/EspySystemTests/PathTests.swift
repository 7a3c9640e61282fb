import EspySystem
import Testing

struct PathTests {
    @Test(arguments: [
        ("a/b.jpg", "a", "b.jpg", "b", "jpg"), ("b.jpg", "", "b.jpg", "b", "jpg"), ("/b.JPG", "/", "b.JPG", "b", "jpg"),
        ("a/b/", "a", "b", "b", ""), ("/", "/", "/", "/", ""), ("", "", "", "", ""),
        ("a//b", "a", "b", "b", ""), (".hidden", "", ".hidden", ".hidden", ""),
        ("x.tar.gz", "", "x.tar.gz", "x.tar", "gz"),
        ("a.b/c", "a.b", "c", "c", ""),
    ])
    func parts(path: String, folder: String, name: String, stem: String, ext: String) {
        #expect(Path.folder(of: path) == folder)
        #expect(Path.name(of: path) == name)
        #expect(Path.stem(of: path) == stem)
        #expect(Path.fileExtension(of: path) == ext)
    }

    @Test func join() {
        #expect(Path.join("", "b") == "b")
        #expect(Path.join("a", "b") == "a/b")
        #expect(Path.join("/", "b") == "/b")
    }
}
