"""People: switching recognition on, names, merging, splitting, hiding and deleting."""
import re
import sqlite3

from playwright.sync_api import expect

from support.case import on_both_sizes
from test_gallery import GalleryCase

# Photos with the faces of each person, by their place in the library, and those of nobody.
UNNAMED = range(6)
ANNA = range(6, 10)
BEN = range(10, 12)
OTHERS = range(12, 15)


class PeopleCase(GalleryCase):
    """A library in which faces were found, described and grouped; no photo shows a real one."""

    def setUp(self):
        super().setUp()
        # The indexer must not look for faces again.
        self.library.api("POST", "/indexing", {"paused": True})
        self.library.api("DELETE", "/people")
        self.addCleanup(self.library.api, "POST", "/indexing", {"paused": False})

    def fill(self):
        """Adds people to the library, and turns recognition on."""
        with sqlite3.connect(self.server.home / "data/espy/gallery/gallery.sqlite", timeout=60) as gallery:
            gallery.executemany("INSERT INTO people (id, name) VALUES (?, ?)", [(1, None), (2, "Anna Lee"), (3, "Ben")])
            for person, places in ((1, UNNAMED), (2, ANNA), (3, BEN), (None, OTHERS)):
                for at in places:
                    photo = self.library.ids[at]
                    gallery.execute(
                        "INSERT INTO faces (photo, x, y, width, height, descriptor, person, source, is_new) "
                        "VALUES (?, 120, 80, 160, 160, zeroblob(512), ?, 'group', 0)", (photo, person))
                    gallery.execute("UPDATE photos SET face_model = 'drawn' WHERE id = ?", (photo,))
            gallery.execute("UPDATE photos SET face_model = 'drawn'")
        gallery.close()
        self.library.api("POST", "/people", {"isOn": True})
        # Names written by another process are found as soon as their words are.
        for person, name in ((2, "Anna Lee"), (3, "Ben")):
            self.library.api("PATCH", f"/people/{person}", {"name": name})

    @property
    def people(self):
        return self.page.locator(".people-list").first.locator(".person")

    @property
    def faces(self):
        return self.page.locator(".face-choice")

    def choose(self, places):
        for at in places:
            self.hit(self.faces.nth(at).get_by_role("checkbox"))


@on_both_sizes
class GalleryPeople(PeopleCase):
    """People of the library."""

    def test_nobody_is_recognized_until_that_is_chosen(self):
        self.open("/gallery/albums")
        self.press("Recognize people", "link")
        expect(self.by("heading", "Recognize people?")).to_be_visible()
        expect(self.page.locator(".state")).to_contain_text("on this computer only")
        self.page.get_by_text("Indexing is paused.").wait_for()
        self.look("people-off", picture=False)
        self.assertFalse(self.library.api("GET", "/people")["isOn"])
        self.press("Recognize people")
        expect(self.page.locator(".toast")).to_contain_text("looking at your photos again")
        self.assertTrue(self.library.api("GET", "/people")["isOn"])
        expect(self.page.get_by_text("Espy has yet to look for people in 40 photos.")).to_be_visible()
        self.press("Delete all people data")
        self.press("Delete all people data", within=self.by("alertdialog"))
        expect(self.by("heading", "Recognize people?")).to_be_visible()
        self.assertFalse(self.library.api("GET", "/people")["isOn"])

    def test_people_are_seen_and_named(self):
        self.fill()
        self.open("/gallery/people")
        expect(self.people).to_have_count(3)
        expect(self.people.nth(1)).to_contain_text("Anna Lee")
        expect(self.people.nth(1)).to_contain_text("4 photos")
        expect(self.by("link", "3 other faces")).to_be_visible()
        self.page.get_by_text("Indexing is paused.").wait_for()
        self.look("people", picture=False)
        self.press("Add a name")
        dialog = self.by("dialog")
        dialog.get_by_label("Name").fill("Zoe")
        self.press("Save", within=dialog)
        expect(self.page.locator(".toast")).to_contain_text("This is Zoe.")
        expect(self.people.first).to_contain_text("Zoe")
        self.press("Undo")
        expect(self.by("button", "Add a name")).to_be_visible()

    def test_known_name_is_the_same_person(self):
        self.fill()
        self.open("/gallery/people")
        self.press("Add a name")
        self.by("dialog").get_by_label("Name").fill("anna lee")
        self.press("Save", within=self.by("dialog"))
        expect(self.by("alertdialog")).to_contain_text("There is already a person with this name.")
        self.press("Same person", within=self.by("alertdialog"))
        expect(self.people).to_have_count(2)
        expect(self.people.first).to_contain_text("10 photos")
        self.press("Undo")
        expect(self.people).to_have_count(3)

    def test_photos_of_a_person_are_found(self):
        self.fill()
        self.open("/gallery/albums")
        row = self.page.locator(".people-row")
        expect(row.locator(".person")).to_have_count(3)
        self.look("people-row", picture=False)
        self.press("Anna Lee: show the faces", "link")
        expect(self.by("heading", "Anna Lee")).to_be_visible()
        expect(self.faces).to_have_count(4)
        self.look("person", picture=False)
        self.press("Show the photos", "link")
        self.expect_found(4)
        expect(self.by("heading", "Anna Lee")).to_be_visible()
        self.open_gallery("?q=person%3Aany")
        self.expect_found(6)
        self.search("person:ben")
        self.expect_found(2)

    def test_faces_are_taken_from_a_person(self):
        self.fill()
        self.open("/gallery/people/1")
        expect(self.faces).to_have_count(6)
        self.choose([0, 1])
        expect(self.page.locator(".selection-count")).to_have_text("2 selected")
        self.look("person-faces", picture=False)
        self.press("Not this person")
        expect(self.faces).to_have_count(4)
        self.press("Undo")
        expect(self.faces).to_have_count(6)
        self.choose([2])
        self.press("Another person …")
        self.by("dialog").get_by_label("Name").fill("Ben")
        self.press("Save", within=self.by("dialog"))
        expect(self.page.locator(".toast")).to_contain_text("The face is Ben’s now.")
        expect(self.faces).to_have_count(5)
        self.assertEqual(self.library.api("GET", "/people/3")["photos"], 3)

    def test_people_are_merged_and_hidden(self):
        self.fill()
        self.open("/gallery/people/1")
        self.press("Merge …")
        dialog = self.by("dialog")
        self.hit(dialog.get_by_role("button", name=re.compile("^Ben")))
        expect(self.page).to_have_url(re.compile("/gallery/people$"))
        expect(self.people).to_have_count(2)
        expect(self.people.first).to_contain_text("8 photos")
        self.open("/gallery/people/2")
        self.press("Hide")
        expect(self.by("button", "Show again")).to_be_visible()
        self.open("/gallery/people")
        expect(self.people).to_have_count(1)
        expect(self.page.locator("summary")).to_have_text("One hidden person")
        self.assertEqual(self.library.api("GET", "/photos?q=person:any")["total"], 8)

    def test_other_faces_get_names(self):
        self.fill()
        self.open("/gallery/people/other")
        expect(self.faces).to_have_count(3)
        self.choose([0, 2])
        self.press("This is …")
        self.by("dialog").get_by_label("Name").fill("Cleo")
        self.press("Save", within=self.by("dialog"))
        expect(self.faces).to_have_count(1)
        self.open("/gallery/people")
        expect(self.page.get_by_text("Cleo")).to_be_visible()

    def test_faces_are_listed_on_a_photo(self):
        self.fill()
        self.open(f"/gallery/photo/{self.library.ids[7]}")
        self.page.locator(".viewer-stage:not([aria-busy])").wait_for()
        self.open_info()
        expect(self.page.locator(".photo-people")).to_contain_text("Anna Lee")
        self.look("photo-people", picture=False)
        self.press("Anna Lee: show the faces", "link")
        expect(self.page).to_have_url(re.compile("/gallery/people/2$"))

    def test_all_is_deleted(self):
        self.fill()
        self.open("/gallery/people")
        self.press("Delete all people data")
        self.look("people-delete", picture=False)
        self.press("Delete all people data", within=self.by("alertdialog"))
        expect(self.by("heading", "Recognize people?")).to_be_visible()
        with sqlite3.connect(self.server.home / "data/espy/gallery/gallery.sqlite", timeout=60) as gallery:
            for table in ("faces", "people", "face_corrections"):
                self.assertEqual(gallery.execute(f"SELECT count(*) FROM {table}").fetchone(), (0,), table)
        gallery.close()

    def test_keyboard_is_enough(self):
        self.fill()
        self.open("/gallery/people/2")
        self.faces.first.get_by_role("checkbox").focus()
        self.page.keyboard.press("Space")
        expect(self.page.locator(".selection-count")).to_have_text("1 selected")
        self.by("button", "Use as picture").focus()
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".toast")).to_contain_text("The picture was changed.")
        cover = self.library.api("GET", "/people/2")["cover"]
        faces = self.library.api("GET", "/faces?person=2")["faces"]
        self.assertEqual(cover, faces[0]["id"])
