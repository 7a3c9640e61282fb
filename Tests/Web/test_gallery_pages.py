"""Albums, places, duplicates, and a missing library."""
import base64
import re

from playwright.sync_api import expect

from support.case import PageCase, on_both_sizes
from support.photographing import DOGS, IN_2024, save
from support.server import Server
from test_gallery import GalleryCase


# Records half a second of a canvas, and returns the file in Base64.
RECORD = """async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 120 })
  const pen = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
  const pieces = []
  recorder.ondataavailable = ({ data }) => pieces.push(data)
  const done = new Promise((resolve) => { recorder.onstop = resolve })
  recorder.start()
  const begin = performance.now()
  while (performance.now() - begin < 500) {
    pen.fillStyle = `hsl(${(performance.now() / 5) % 360} 70% 50%)`
    pen.fillRect(0, 0, 160, 120)
    await new Promise(requestAnimationFrame)
  }
  recorder.stop()
  await done
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
  return btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''))
}"""


@on_both_sizes
class GalleryPages(GalleryCase):
    """The other pages of the gallery."""

    def test_albums_make_themselves(self):
        self.open("/gallery/albums")
        year = self.page.locator(".album", has=self.page.get_by_text("2024", exact=True))
        expect(year).to_contain_text(f"{IN_2024} photos")
        self.look("gallery-albums", picture=False)
        self.hit(year.locator("a"))
        self.expect_found(IN_2024)
        # How it is found is behind a button.
        expect(self.by("heading", "2024")).to_be_visible()
        expect(self.page.get_by_role("combobox")).to_be_hidden()
        self.look("gallery-album", picture=False)
        self.press("Edit the search of this album")
        expect(self.page.get_by_role("combobox")).to_have_value(re.compile("2024"))
        # Another search is no longer this album.
        self.search("tag:dog")
        self.expect_found(DOGS)
        expect(self.by("heading", "2024")).to_have_count(0)

    def test_an_album_is_changed_by_its_search(self):
        name = f"Dogs of the {self.size}"
        self.library.api("POST", "/albums", {"name": name, "query": "tag:beach"})
        self.open("/gallery/albums")
        self.hit(self.page.locator(".album", has_text=name).locator("a"))
        late = []
        # The albums come late: after the new search.
        self.page.route("**/api/v1/gallery/albums", lambda route: late.append(route) if route.request.method == "GET" else route.continue_())
        self.press("Edit the search of this album")
        self.until(lambda: self.page.get_by_role("combobox").input_value() == "tag:beach", "its search is not shown")
        self.search("tag:dog")
        self.expect_found(DOGS)
        expect(self.by("heading", name)).to_be_visible()
        expect(self.page.get_by_role("button", name="Save changes")).to_be_hidden()
        late[0].continue_()
        self.press("Save changes")
        expect(self.page.locator(".toast")).to_contain_text("was changed")
        query = lambda: next(album["query"] for album in self.library.api("GET", "/albums")["albums"] if album["name"] == name)
        self.until(lambda: query() == "tag:dog", lambda: f"its search is {query()}")
        self.press("Undo")
        self.until(lambda: query() == "tag:beach", lambda: f"its search is {query()}")

    def test_the_map_names_countries(self):
        self.page.add_init_script("""window.written = []
            const { fillText } = CanvasRenderingContext2D.prototype
            CanvasRenderingContext2D.prototype.fillText = function (text, ...more) { written.push(text); fillText.call(this, text, ...more) }""")
        self.page.add_init_script("localStorage.setItem('espy.language', 'de')")
        self.open("/gallery/map")
        self.page.wait_for_function("() => written.includes('München') || written.includes('Munich')")
        # Also if the middle of the country is out of sight.
        self.page.wait_for_function("() => written.includes('Deutschland')")
        stage = self.page.locator(".map-stage")
        stage.focus()
        for _ in range(9):
            stage.press("-")
        self.page.wait_for_function("() => written.includes('Brasilien') || written.includes('Russland') || written.includes('Vereinigte Staaten')")

    def test_search_becomes_an_album(self):
        self.open_gallery("?q=tag:dog")
        self.press("Save as an album")
        self.by("dialog").get_by_label("Name of the album").fill("My dogs")
        self.press("Save", within=self.by("dialog"))
        expect(self.page.locator(".toast")).to_contain_text("Saved as an album.")
        self.open("/gallery/albums")
        self.press("Rename “My dogs”")
        self.by("dialog").get_by_label("Name of the album").fill("Good dogs")
        self.press("Save", within=self.by("dialog"))
        expect(self.page.locator(".album", has_text="Good dogs")).to_have_count(1)
        self.press("Remove the album “Good dogs”")
        expect(self.page.locator(".album", has_text="Good dogs")).to_have_count(0)
        self.press("Undo")
        expect(self.page.locator(".album", has_text="Good dogs")).to_have_count(1)
        self.press("Remove the album “Good dogs”")
        expect(self.page.locator(".album", has_text="Good dogs")).to_have_count(0)

    def test_places(self):
        self.open("/gallery/map")
        expect(self.page.get_by_text("10 photos have a place")).to_be_visible()
        self.page.locator(".map-stage canvas").wait_for()
        # Countries and cities come from this machine, like everything else: Watch allows no other host.
        expect(self.page.locator(".map-list a").first).to_contain_text(re.compile(r"^(near )?[A-ZÀ-Ž][\w' ]+"))
        self.until(lambda: self.page.locator(".map-list img").first.evaluate("(image) => image.naturalWidth") > 0, "no picture of the place")
        self.look("gallery-map", picture=False)
        self.hit(self.page.locator(".map-list a").first)
        self.expect_found(10)

    def test_places_have_countries_and_none_is_a_pair_of_numbers(self):
        photo = self.library.ids[0]
        points = [(48.8566, 2.3522, 5), (52.09, -9.69, 4), (-48.9, -123.4, 3), (78.2, 15.6, 2)]
        self.page.route(re.compile(r"/api/v1/gallery/places"), lambda route: route.fulfill(json={
            "points": [{"latitude": latitude, "longitude": longitude, "count": count, "photo": photo} for latitude, longitude, count in points],
            "total": 14}))
        names = self.page.locator(".map-list a span:not(.hint)")
        for language, known in (("en", ["^Paris, France$", "^90 km from Cork, Ireland$", "^3,620 km from Punta Arenas, Chile$", "^1,150 km from Murmansk, Russia$"]),
                                ("de", ["^Paris, Frankreich$", "^90 km von Cork, Irland$", "^3.620 km von Punta Arenas, Chile$", "^1.150 km von Murmansk, Russland$"]),
                                ("es", ["^Paris, Francia$", "^a 90 km de Cork, Irlanda$", "km de Punta Arenas, Chile$", "km de Murmansk, Rusia$"])):
            self.open("/gallery/map")
            self.page.evaluate("(language) => localStorage.setItem('espy.language', language)", language)
            self.open("/gallery/map")
            expect(names).to_have_count(4)
            for at, words in enumerate(known):
                expect(names.nth(at)).to_have_text(re.compile(words))

    def test_albums_of_countries_are_in_the_language_of_the_page(self):
        self.open("/gallery/albums")
        expect(self.page.locator(".album-name", has_text=re.compile("^Germany$"))).to_have_count(1)
        self.page.evaluate("localStorage.setItem('espy.language', 'de')")
        self.open("/gallery/albums")
        expect(self.page.locator(".album-name", has_text=re.compile("^Deutschland$"))).to_have_count(1)

    def test_map_by_keyboard(self):
        self.open("/gallery/map")
        stage = self.page.locator(".map-stage")
        stage.locator("canvas").wait_for()
        before = stage.screenshot()
        stage.focus()
        for key in ("-", "-", "ArrowLeft"):
            self.page.keyboard.press(key)
        self.until(lambda: stage.screenshot() != before, "the map stays as it is")

    def test_duplicates(self):
        self.open("/gallery/duplicates")
        expect(self.by("heading", "The same file")).to_be_visible()
        self.look("gallery-duplicates", picture=False)
        # Only the differing parts of the folders are shown.
        self.assertEqual({text.strip() for text in self.page.locator(".copies-file .path").all_inner_texts()}, {""})
        first, copy = (str(self.library.folder / name) for name in ("photo-05.jpg", "copy.jpg"))
        # What is called a copy is not kept by default.
        others = self.download("List the others").decode().splitlines()
        self.assertIn(copy, others)
        self.assertNotIn(first, others)
        self.assertTrue((self.library.folder / "copy.jpg").exists())

    def test_copies_go_to_the_trash_and_come_back(self):
        first, copy = (self.library.folder / name for name in ("photo-05.jpg", "copy.jpg"))
        trash = self.server.home / "data" / "Trash"
        self.open("/gallery/duplicates")
        self.press(f"Keep {first} and move the others to the trash")
        expect(self.page.locator(".toast")).to_contain_text("One file is in the trash.")
        expect(self.by("heading", "The same file")).to_have_count(0)
        self.assertFalse(copy.exists())
        self.assertTrue(first.exists())
        self.assertEqual([file.name for file in (trash / "files").iterdir()], ["copy.jpg"])
        self.assertIn(f"Path={copy}", (trash / "info" / "copy.jpg.trashinfo").read_text().splitlines())
        self.press("Undo")
        expect(self.by("heading", "The same file")).to_be_visible()
        self.assertEqual(copy.read_bytes(), first.read_bytes())
        self.assertEqual(list((trash / "files").iterdir()), [])

    def test_all_copies_at_once(self):
        copy = self.library.folder / "copy.jpg"
        self.open("/gallery/duplicates")
        # What becomes of each file is told before.
        same = self.page.locator("section.copies", has=self.by("heading", "The same file")).locator("li")
        expect(same.filter(has_text="photo-05.jpg").locator(".copies-fate")).to_have_text("Stays")
        expect(same.filter(has_text="copy.jpg").locator(".copies-fate")).to_have_text("Goes to the trash")
        expect(self.page.locator("section.copies", has=self.by("heading", "Similar shots")).locator(".copies-fate")).to_have_count(0)
        self.press("Move to the trash")
        self.look("gallery-duplicates-trash", picture=False)
        self.press("Move to the trash", within=self.by("alertdialog"))
        expect(self.page.locator(".toast")).to_contain_text("One file is in the trash.")
        expect(self.by("heading", "The same file")).to_have_count(0)
        self.assertFalse(copy.exists())
        self.press("Undo")
        expect(self.by("heading", "The same file")).to_be_visible()
        self.assertTrue(copy.exists())

    def test_files_that_changed_stay(self):
        copy = self.library.folder / "copy.jpg"
        bytes_before = copy.read_bytes()
        self.open("/gallery/duplicates")
        expect(self.by("heading", "The same file")).to_be_visible()
        self.page.route(re.compile("/gallery/trash$"), lambda route: route.fulfill(
            json={"moved": [], "refused": [{"path": str(copy), "reason": "changed"}]}))
        self.press(f"Keep {self.library.folder / 'photo-05.jpg'} and move the others to the trash")
        expect(self.page.locator(".toast")).to_contain_text("One file stays where it is: it has changed since it was indexed.")
        self.assertEqual(copy.read_bytes(), bytes_before)

    def test_devices_choose_and_list(self):
        self.page.route(re.compile(r"/api/v1/gallery$"), lambda route: route.fulfill(
            json={**route.fetch().json(), "canAdd": False}))
        self.open("/gallery/duplicates")
        first, copy = (str(self.library.folder / name) for name in ("photo-05.jpg", "copy.jpg"))
        expect(self.by("button", "Move to the trash")).to_have_count(0)
        choice = self.page.get_by_role("radio", name=f"Keep {first}", exact=True)
        expect(choice).to_be_checked()
        choice = self.page.get_by_role("radio", name=f"Keep {copy}", exact=True)
        choice.check()
        listed = self.download("List the others").decode().splitlines()
        self.assertIn(first, listed)
        self.assertNotIn(copy, listed)

    def test_unread_files_say_why(self):
        self.open_gallery()
        self.press("One file could not be read", "link")
        expect(self.page.locator("td", has_text="broken.jpg")).to_be_visible()
        expect(self.page.locator("tbody td").nth(1)).to_have_text(re.compile("\\w+"))
        self.look("gallery-problems", picture=False)


@on_both_sizes
class GalleryWithoutLibrary(PageCase):
    """A user opens the gallery for the first time."""

    def make_server(self):
        server = Server("--max-load", "none").start()
        self.addCleanup(server.remove)
        return server

    def test_folder_is_added_lost_and_found(self):
        folder = self.server.home / "Pictures"
        folder.mkdir()
        for number in range(3):
            save(folder / f"{number}.jpg", number)
        self.open("/gallery")
        expect(self.page.get_by_text("No photos yet")).to_be_visible()
        expect(self.page.get_by_text("espy gallery add")).to_be_visible()
        self.look("gallery-none", picture=False)
        # The form has a line of its own.
        tops = [round(self.page.locator(f".folder-form {part}").bounding_box()["y"]) for part in (".button", ".input", ".button-plain")]
        self.assertEqual(len(set(tops)), 1 if self.size == "desktop" else 3)
        for other in "Send photos", "Try sample photos":
            self.assertLess(tops[-1], self.by("button", other).bounding_box()["y"])
        self.page.get_by_label("Path of the folder").fill(str(folder))
        self.press("Add folder")
        expect(self.page.locator(".gallery-count")).to_have_text("3 photos")
        folder.rename(folder.with_name("Elsewhere"))
        # The page polls the server all the time, even while it is being stopped.
        self.watch.allow("net::|503")
        self.server.stop()
        banner = self.page.locator("#banner .banner")
        expect(banner).to_be_visible()
        self.server.start()
        expect(banner).to_be_hidden()
        state = lambda: self.server.api("GET", "/gallery")["folders"][0]["state"]
        self.until(lambda: state() == "missing", lambda: f"the folder is {state()}")
        self.watch.allow("410")
        self.open("/gallery")
        expect(self.page.locator(".folder-notice")).to_contain_text("was not found")
        expect(self.page.locator(".gallery-count")).to_have_text("3 photos")
        self.look("gallery-missing", picture=False)

    def test_videos_are_listed_and_played(self):
        folder = self.server.home / "Pictures"
        folder.mkdir()
        save(folder / "photo.jpg", 1)
        self.open("/gallery")
        (folder / "film.webm").write_bytes(base64.b64decode(self.page.evaluate(RECORD)))
        self.server.api("POST", "/gallery/folders", {"path": str(folder)})
        total = lambda: self.server.api("GET", "/gallery/photos")["total"]
        self.until(lambda: total() == 2, lambda: f"there are {total()} photos and videos")
        self.open("/gallery")
        expect(self.page.locator(".gallery-count")).to_have_text("1 photo, 1 video")
        video = self.page.locator(".grid-cell:not([hidden])", has=self.page.locator(".grid-length:not([hidden])"))
        expect(video).to_have_count(1)
        self.look("gallery-videos", picture=False)
        self.hit(video.locator("a"))
        player = self.page.locator("video")
        self.until(lambda: player.evaluate("(video) => video.videoWidth") == 160, "the video is not played")
        self.look("gallery-video", picture=False)
        self.open_info()
        expect(self.page.locator(".fact-list")).to_contain_text("Video")
        expect(self.page.get_by_role("button", name="Count this")).to_have_count(0)
        self.open("/gallery/albums")
        expect(self.page.locator(".album", has_text="Videos")).to_contain_text("1 video")

    def test_folder_is_chosen(self):
        folder = self.server.home / "Pictures" / "Summer"
        folder.mkdir(parents=True)
        for number in range(3):
            save(folder / f"{number}.jpg", number)
        self.open("/gallery")
        self.press("Choose a folder")
        dialog = self.by("dialog")
        place = dialog.locator(".folder-path")
        expect(place).to_have_text(str(self.server.home))
        self.press("Pictures", within=dialog)
        self.press("Summer", within=dialog)
        expect(dialog).to_contain_text("3 photos here; subfolders are included")
        self.press(f"Back to {folder.parent}", within=dialog)
        expect(place).to_have_text(str(folder.parent))
        self.look("gallery-folder-dialog", picture=False)
        self.press("Cancel", within=dialog)
        expect(dialog).to_have_count(0)
        self.press("Choose a folder")
        self.press("Pictures", within=dialog)
        self.press("Add this folder", within=dialog)
        expect(self.page.locator(".gallery-count")).to_have_text("3 photos")

    def test_folder_is_removed_and_comes_back(self):
        folder = self.server.home / "Pictures"
        folder.mkdir()
        for number in range(3):
            save(folder / f"{number}.jpg", number)
        self.server.api("POST", "/gallery/folders", {"path": str(folder)})
        photos = lambda: self.server.api("GET", "/gallery/photos")
        self.until(lambda: photos()["total"] == 3, lambda: f"there are {photos()['total']} photos")
        self.server.api("POST", "/gallery/tags", {"photos": [photos()["photos"][0]["id"]], "add": ["my boat"]})
        self.open("/gallery")
        self.press("Folders", "link")
        expect(self.page.locator(".folder-row")).to_contain_text(str(folder))
        expect(self.page.locator(".folder-row")).to_contain_text("3 photo files")
        self.look("gallery-folders", picture=False)
        self.press(f"Remove “{folder}”")
        expect(self.by("alertdialog")).to_contain_text("No photo is changed or deleted.")
        self.look("gallery-folders-remove", picture=False)
        self.press("Cancel")
        expect(self.page.locator(".folder-row")).to_have_count(1)
        self.press(f"Remove “{folder}”")
        self.press("Remove folder", within=self.by("alertdialog"))
        expect(self.page.get_by_text("No photos yet")).to_be_visible()
        self.assertEqual(len(list(folder.iterdir())), 3)
        # The user's data comes back with the photos.
        self.page.get_by_label("Path of the folder").fill(str(folder))
        self.press("Add folder")
        expect(self.page.locator(".folder-row")).to_have_count(1)
        found = lambda: self.server.api("GET", "/gallery/photos?q=tag:%22my%20boat%22")["total"]
        self.until(lambda: found() == 1, lambda: f"{found()} photos are tagged")

    def test_folders_belong_to_the_computer(self):
        state = {"folders": [{"id": 1, "path": "Pictures", "state": "missing", "photos": 3}], "photos": 3, "problems": 0,
                 "canAdd": False}
        self.page.route(re.compile(r"/api/v1/gallery$"), lambda route: route.fulfill(json=state))
        self.open("/gallery/folders")
        expect(self.page.locator(".folder-row")).to_contain_text("Not found")
        expect(self.page.get_by_text("Add and remove folders on the computer that runs Espy")).to_be_visible()
        expect(self.page.locator(".folder-row button")).to_have_count(0)
        expect(self.page.locator(".folder-form")).to_have_count(0)

    def tell_of_indexing(self, **indexing):
        """The page learns this from the indexer, and from nowhere else."""
        self.server.api("POST", "/gallery/folders", {"path": str(self.server.home)})
        told = {"phase": "idle", "done": 0, "total": 0, "failed": 0, "rate": 0, **indexing}
        self.page.route(re.compile(r"/api/v1/gallery$"), lambda route: route.fulfill(
            json={**route.fetch().json(), "indexing": told}))
        self.page.route(re.compile(r"/gallery/events$"), lambda route: route.abort())
        self.watch.allow("ERR_FAILED|events")

    def test_a_halt_and_a_search_are_not_told_at_once(self):
        self.tell_of_indexing(phase="reading", done=0, total=9, pausedBecause="user")
        self.page.route("**/api/v1/gallery/photos?*", lambda route: route.fulfill(
            json={"total": 0, "sure": 0, "videos": 0, "revision": "0", "photos": []}))
        self.open("/gallery")
        expect(self.page.locator(".indexer")).to_contain_text("Indexing is paused.")
        expect(self.page.get_by_text("Waiting to look through the folders")).to_be_visible()
        expect(self.page.get_by_text("Looking through the folders", exact=True)).to_have_count(0)
        expect(self.page.locator(".gallery-pane .spinner")).to_have_count(0)

    def test_indexing_that_waits_is_asked_for_now(self):
        self.tell_of_indexing(phase="reading", done=3, total=9, pausedBecause="load")
        self.open("/gallery")
        expect(self.page.locator(".indexer")).to_contain_text("while the computer is busy")
        self.look("gallery-indexing-waits", picture=False)
        with self.page.expect_response(re.compile(r"/gallery/indexing$")) as answer:
            self.press("Index now")
        self.assertEqual((answer.value.status, answer.value.request.post_data_json), (204, {"paused": False, "now": True}))
        expect(self.page.locator(".indexer")).to_contain_text("3 of 9")
        expect(self.page.get_by_role("button", name="Index now")).to_have_count(0)
        expect(self.page.get_by_role("button", name="Pause")).to_be_visible()

    def test_photos_are_there_before_what_is_on_them_is_known(self):
        self.tell_of_indexing(phase="analyzing", done=3, total=9)
        self.open("/gallery")
        expect(self.page.locator(".indexer")).to_contain_text("recognizing what they show")
        expect(self.page.locator(".indexer")).to_contain_text("3 of 9")

    def test_photos_that_cannot_be_tagged_are_told_about(self):
        self.tell_of_indexing(trouble="there is no model.")
        self.open("/gallery")
        expect(self.page.locator(".folder-notice")).to_have_text("New photos are not tagged: there is no model.")

    def test_nothing_but_folders(self):
        self.watch.allow("422")
        self.open("/gallery")
        self.page.get_by_label("Path of the folder").fill("/no/such/folder")
        self.press("Add folder")
        expect(self.page.locator(".toast")).to_contain_text("does not exist")

    def test_server_gone(self):
        self.watch.allow("ERR_CONNECTION|Failed to load|Failed to fetch|net::")
        self.open("/gallery")
        expect(self.page.get_by_text("No photos yet")).to_be_visible()
        self.server.stop()
        self.press("Albums", "link")
        expect(self.page.get_by_text("No answer from Espy")).to_be_visible()
        self.server.start()
        expect(self.page.get_by_text("No albums yet")).to_be_visible()
