"""Story 5: photos are found again."""
import hashlib
import io
import json
import re
import time

from PIL import Image
from playwright.sync_api import expect

from support.case import PageCase, on_both_sizes
from support.photographing import COUNT, DOGS, Library
from support.viewing import REST, Finger, Photo


class GalleryCase(PageCase):
    """A page with a library shared by all tests of a class."""

    library = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.library = Library()

    @classmethod
    def tearDownClass(cls):
        cls.library.server.remove()
        super().tearDownClass()

    def make_server(self):
        return self.library.server

    @property
    def cells(self):
        return self.page.locator(".grid-cell:not([hidden])")

    @property
    def grid(self):
        return self.page.locator(".grid")

    @property
    def active(self):
        """The labels of keys."""
        return self.grid.evaluate(
            "(grid) => document.getElementById(grid.getAttribute('aria-activedescendant'))?.cell.index")

    def open_gallery(self, query=""):
        self.open(f"/gallery{query}")
        self.page.locator(".grid-cell.is-loaded").first.wait_for()

    def open_filters(self):
        """Shows the filters, for which phones have no room at first."""
        if self.size == "phone":
            self.press("Show filters")

    def expect_found(self, count):
        """Expects this many certain matches, and perhaps others."""
        words = "1 photo" if count == 1 else f"{count} photos"
        expect(self.page.locator(".gallery-count")).to_have_text(re.compile(f"^{words}( · .+)?$"))

    def search(self, query):
        self.page.get_by_role("combobox").fill(query)
        self.page.keyboard.press("Enter")

    def until_tags(self, photo, tags):
        self.until(lambda: self.library.tags(photo) == tags, lambda: f"tags are {self.library.tags(photo)}")


@on_both_sizes
class Gallery(GalleryCase):
    """A user browses and searches photos."""

    def test_grid_is_newest_first_by_month(self):
        self.open_gallery()
        self.expect_found(COUNT)
        # Months with few photos share rows with the next.
        expect(self.page.locator(".grid-label")).to_have_text(re.compile("^April.+May 2024$"))
        first = self.cells.first.locator("a")
        expect(first).to_have_attribute("aria-label", re.compile(r"^(Beach|.+ photo: beach), dog.*; 30 May 2024$"))
        expect(self.by("grid", "Photos")).to_have_attribute("aria-rowcount", re.compile(r"^\d+$"))
        self.rest()
        self.look("gallery", picture=False)
        if self.size == "phone":
            self.assertLessEqual(self.page.locator(".gallery-pane").bounding_box()["y"], 120)

    def test_what_only_may_fit_stands_below_what_fits(self):
        def photos(route):
            answer = route.fetch().json()
            for photo in answer["photos"][2:]:
                photo["why"] = ["looks like a coffee mug, 31 %"]
            del answer["photos"][1]["taken"]
            route.fulfill(json={**answer, "sure": 2})

        self.page.route(re.compile(r"/gallery/photos\?"), photos)
        self.page.route(re.compile(r"/timeline\?"), lambda route: route.fulfill(
            json={"isByTime": True, "months": [{"year": 2024, "month": 5, "count": 1}]}))
        self.open_gallery("?q=dog")
        expect(self.page.locator(".gallery-count")).to_have_text(f"2 photos · {DOGS - 2} perhaps")
        expect(self.page.locator(".grid-month:not([hidden])")).to_have_text(["May 2024", "No date", "Perhaps"])
        expect(self.cells.nth(1).locator("a")).to_have_attribute("aria-label", re.compile("; No date$"))
        expect(self.cells.nth(2).locator("a")).to_have_attribute("title", "looks like a coffee mug, 31%")
        self.rest()
        self.look("gallery-perhaps", picture=False)

    def test_photos_without_a_date_stand_at_the_end(self):
        self.page.route(re.compile(r"/timeline(\?|$)"), lambda route: route.fulfill(
            json={"isByTime": True, "months": [{"year": 2024, "month": 5, "count": 2}]}))
        self.open_gallery()
        expect(self.page.locator(".grid-month:not([hidden])")).to_have_text(["May 2024", "No date"])
        self.expect_found(COUNT)

    def test_back_leads_through_the_filters(self):
        self.open_gallery()
        self.open_filters()
        self.hit(self.page.locator(".filter", has_text="dog").first)
        self.expect_found(DOGS)
        self.page.go_back()
        self.expect_found(COUNT)

    def test_half_a_word_finds_what_it_may_become(self):
        self.open_gallery()
        box = self.page.get_by_role("combobox")
        box.press_sequentially("do")
        self.expect_found(DOGS)
        expect(box).to_have_value("do")
        expect(self.page.locator(".search-list")).to_be_visible()
        box.fill("dog")
        box.press("Enter")
        expect(self.page.locator(".search-list")).to_be_hidden()
        self.expect_found(DOGS)

    def test_half_a_word_waits_for_what_it_may_become(self):
        self.open_gallery()
        self.page.route("**/suggestions?*", self.late)
        self.page.get_by_role("combobox").press_sequentially("do")
        self.expect_found(DOGS)

    @staticmethod
    def late(route):
        """Delays an answer more than a busy server would."""
        time.sleep(1.5)
        route.continue_()

    def test_a_photo_of_the_gallery_is_counted(self):
        self.open_gallery()
        self.hit(self.cells.first.locator("a"))
        self.open_info()
        # It is tagged as a dog, so that jobs are not the first thing offered.
        expect(self.by("button", "Count this")).to_have_count(0)
        self.hit(self.page.locator(".photo-jobs summary"))
        self.press("Count this")
        self.page.locator(".count-number").wait_for()
        entry = self.server.api("GET", "/history")["entries"][0]
        self.assertEqual(entry["kind"], "count")
        # Going back once leads to the photo.
        self.page.go_back()
        self.page.wait_for_url("**/gallery/photo/*")
        expect(self.page.locator(".photo-jobs summary")).to_be_visible()
        # Once more, to the photos.
        self.page.go_back()
        expect(self.by("grid", "Photos")).to_be_visible()

    def test_related_words_and_reasons(self):
        self.open_gallery()
        self.search("animal")
        self.expect_found(DOGS)
        self.page.wait_for_url("**/gallery?q=animal")
        self.hit(self.cells.first.locator("a"))
        self.open_info()
        expect(self.by("heading", "Why it was found")).to_be_visible()
        expect(self.page.locator(".why-list")).to_contain_text("dog")

    def test_filters_are_joined_by_and(self):
        self.open_gallery()
        self.open_filters()
        self.hit(self.page.locator(".filter", has_text=re.compile("^dog")))
        self.expect_found(DOGS)
        self.hit(self.page.locator(".filter", has_text=re.compile("^beach")))
        self.expect_found(DOGS // 3)
        pressed = self.page.locator(".filter[aria-pressed=true]")
        expect(pressed).to_have_count(2)
        self.look("gallery-filters", picture=False)
        self.hit(pressed.first)
        expect(pressed).to_have_count(1)

    def test_suggestions_while_typing(self):
        self.open_gallery()
        box = self.page.get_by_role("combobox")
        box.press_sequentially("bea")
        expect(self.page.get_by_role("option").first).to_contain_text("beach")
        expect(box).to_have_attribute("aria-expanded", "true")
        self.look("gallery-suggestions", picture=False)
        self.page.keyboard.press("ArrowDown")
        expect(self.page.get_by_role("option").first).to_have_attribute("aria-selected", "true")
        self.page.keyboard.press("Enter")
        self.expect_found(-(-COUNT // 3))

    def test_nothing_found_names_the_word(self):
        self.open_gallery()
        self.search("dog xyzzy")
        expect(self.page.get_by_text("No photo matches “xyzzy”.")).to_be_visible()
        self.look("gallery-nothing", picture=False)
        # The page says what can be found, one tap away.
        expect(self.page.get_by_text("Search finds tags, text in photos")).to_be_visible()
        self.hit(self.page.locator(".gallery-ways a").first)
        expect(self.page.locator(".gallery-count")).not_to_have_text("0 photos")
        self.page.go_back()
        self.press("Show all photos", "link")
        self.expect_found(COUNT)

    def test_odd_query_says_what_is_wrong(self):
        self.watch.allow("422")
        self.open_gallery()
        self.search("colour:blue (")
        expect(self.page.get_by_role("combobox")).to_have_attribute("aria-invalid", "true")
        expect(self.page.locator(".search .field-problem")).not_to_be_empty()

    def test_keyboard_alone(self):
        self.open_gallery()
        self.page.keyboard.press("ArrowRight")
        expect(self.grid).to_be_focused()
        self.page.keyboard.press("ArrowRight")
        self.until(lambda: self.active == 1, lambda: f"{self.active} is meant")
        self.page.keyboard.press("Control+End")
        self.until(lambda: self.active == COUNT - 1, lambda: f"{self.active} is meant")
        self.page.keyboard.press("x")
        expect(self.page.locator(".selection-count")).to_have_text("1 selected")
        self.page.keyboard.press("Shift+ArrowLeft")
        self.page.keyboard.press("Shift+ArrowLeft")
        expect(self.page.locator(".selection-count")).to_have_text("3 selected")
        self.page.keyboard.press("Escape")
        expect(self.page.locator(".selection-bar")).to_be_hidden()
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/gallery/photo/*")
        expect(self.page.get_by_text(f"{COUNT - 2} of {COUNT}")).to_be_visible()
        self.page.keyboard.press("ArrowLeft")
        expect(self.page.get_by_text(f"{COUNT - 3} of {COUNT}")).to_be_visible()
        self.page.keyboard.press("h")
        expect(self.by("grid", "Photos")).to_be_visible()
        self.page.keyboard.press("/")
        expect(self.page.get_by_role("combobox")).to_be_focused()

    def choose(self, *places):
        """Selects photos by their positions in the grid."""
        for at in places:
            cell = self.cells.nth(at)
            cell.hover()
            self.hit(cell.locator(".grid-check"))
        expect(self.page.locator(".selection-count")).to_have_text(f"{len(places)} selected")

    def test_photos_are_hidden_and_shown_again(self):
        self.open_gallery()
        self.choose(4, 7)
        self.press("Hide")
        expect(self.page.locator(".toast")).to_contain_text("2 photos are hidden.")
        self.expect_found(COUNT - 2)
        # They have an album, which is shown by its name, not by its query, and only to those who ask for it.
        self.open("/gallery/albums")
        album = self.page.locator(".album", has_text="Hidden")
        expect(album.locator("img")).to_have_count(0)
        self.hit(album.locator("a"))
        expect(self.by("heading", "Hidden photos")).to_be_visible()
        expect(self.cells).to_have_count(0)
        self.look("gallery-hidden", picture=False)
        self.press("Show hidden photos")
        self.expect_found(2)
        expect(self.by("heading", "Hidden")).to_be_visible()
        expect(self.page.get_by_role("combobox")).to_be_hidden()
        self.choose(0)
        self.press("Unhide")
        expect(self.page.locator(".toast").last).to_contain_text("One photo is visible again.")
        self.expect_found(1)
        self.press("Show all photos")
        self.expect_found(COUNT - 1)
        self.library.api("POST", "/tags", {"photos": self.library.ids, "takeBack": ["hidden"]})

    def test_an_album_is_filled_by_hand(self):
        self.open_gallery()
        name = f"Summer of the {self.size}"
        for places in (1, 2), (3,):
            self.choose(*places)
            self.press("Add to album")
            self.by("dialog").get_by_label("Name of the album").fill(name)
            self.press("Add to album", within=self.by("dialog"))
            expect(self.page.locator(".toast").last).to_contain_text(f"in the album “{name}”.")
            self.press("Clear selection")
        self.open("/gallery/albums")
        album = self.page.locator(".album", has_text=name)
        expect(album).to_contain_text("3 photos")
        self.hit(album.locator("a"))
        self.expect_found(3)
        self.library.api("POST", "/albums", {"name": f"Blue {self.size}", "query": "color:blue"})
        self.choose(0)
        self.press("Add to album")
        self.by("dialog").get_by_label("Name of the album").fill(f"Blue {self.size}")
        self.press("Add to album", within=self.by("dialog"))
        expect(self.page.locator(".toast").last).to_contain_text("is a saved search")

    def test_tags_of_several_photos_and_undo(self):
        self.open_gallery()
        self.choose(1, 2)
        self.look("gallery-chosen", picture=False)
        self.press("Add tag")
        self.by("dialog").get_by_label("Tag").fill("Holiday")
        self.look("gallery-tag", picture=False)
        self.press("Add tag", within=self.by("dialog"))
        expect(self.page.locator(".toast")).to_contain_text("2 photos were tagged as “Holiday”.")
        before = self.library.tags(self.library.ids[3])
        self.until_tags(self.library.ids[1], sorted({*self.library.tags(self.library.ids[1]), "holiday"}))
        self.assertEqual(self.library.tags(self.library.ids[3]), before)
        self.press("Undo")
        for at in (1, 2):
            self.until(lambda: "holiday" not in self.library.tags(self.library.ids[at]), "the tag stays")

    def test_scrubber_goes_through_time(self):
        self.page.set_viewport_size({"width": 390, "height": 500} if self.size == "phone" else {"width": 700, "height": 460})
        self.open_gallery()
        slider = self.by("slider", "Month")
        slider.focus()
        self.page.keyboard.press("End")
        expect(self.page.locator(".grid-label")).to_have_text(re.compile("2023"))
        self.page.keyboard.press("Home")
        expect(slider).to_have_attribute("aria-valuetext", re.compile("May 2024"))

    def test_export_of_chosen_photos(self):
        self.open_gallery()
        self.cells.first.hover()
        self.hit(self.cells.first.locator(".grid-check"))
        lines = self.download("Export").decode().splitlines()
        digest = hashlib.sha256((self.library.folder / "photo-00.jpg").read_bytes()).hexdigest()
        self.assertEqual([json.loads(line)["photo"]["digest"] for line in lines], [digest])


@on_both_sizes
class GalleryPhoto(GalleryCase):
    """A user looks at one photo."""

    def open_photo(self, at=0, query="", *, with_info=True):
        self.photo = self.library.ids[at]
        self.open(f"/gallery/photo/{self.photo}?at={at}{query}")
        self.page.locator(".viewer-stage:not([aria-busy])").wait_for()
        expect(self.page.locator(".photo-preview")).to_have_count(0)
        if with_info:
            self.open_info()

    def test_the_photo_is_the_whole_screen(self):
        self.open_photo(with_info=False)
        expect(self.page.locator("#navigation")).to_be_hidden()
        box, screen = self.page.locator(".photo-stage").bounding_box(), self.page.viewport_size
        self.assertEqual((box["x"], box["y"], box["height"]), (0, 0, screen["height"]))
        if self.size == "phone":
            self.assertEqual(box["width"], screen["width"])
            self.look("gallery-photo-screen", picture=False)
            # A tap hides the bars, and the next one shows them.
            stage = self.page.locator(".viewer-stage")
            stage.tap()
            expect(self.page.locator(".photo-head")).to_be_hidden()
            stage.tap()
            expect(self.page.locator(".photo-head")).to_be_visible()

    def test_favorites_have_an_album(self):
        self.open_photo(8, with_info=False)
        heart = self.by("button", "Favorite")
        expect(heart).to_have_attribute("aria-pressed", "false")
        self.hit(heart)
        expect(heart).to_have_attribute("aria-pressed", "true")
        self.until(lambda: "favorite" in self.library.tags(self.photo), "it is no favorite")
        self.open("/gallery/albums")
        self.hit(self.page.locator(".album", has_text="Favorites").locator("a"))
        self.expect_found(1)
        self.hit(self.cells.first.locator("a"))
        self.hit(heart)
        expect(heart).to_have_attribute("aria-pressed", "false")
        self.until(lambda: "favorite" not in self.library.tags(self.photo), "it is still a favorite")

    def test_hidden_photo_gives_way_to_the_next(self):
        self.open_photo(20, with_info=False)
        self.press("Hide")
        self.page.wait_for_url(f"**/gallery/photo/{self.library.ids[21]}?at=20")
        expect(self.page.locator(".photo-position")).to_have_text(f"21 of {COUNT - 1}")
        self.press("Undo")
        self.until(lambda: "hidden" not in self.library.tags(self.photo), "it is still hidden")

    def test_back_leads_to_where_the_photo_was_opened(self):
        self.open_gallery("?q=dog")
        self.hit(self.cells.nth(2).locator("a"))
        for _ in range(2):
            self.press("Next photo")
        expect(self.page.locator(".photo-position")).to_have_text(f"5 of {DOGS}")
        self.press("Gallery", "link", exact=True, within=self.page.locator(".photo-head"))
        self.expect_found(DOGS)
        # The photo is not what one comes back to.
        self.page.go_forward()
        self.page.wait_for_url("**/gallery/photo/*")
        self.page.go_back()
        self.expect_found(DOGS)

    def test_all_that_is_known(self):
        self.open_photo()
        expect(self.page.get_by_text("Canon EOS 80D")).to_be_visible()
        expect(self.page.locator(".fact-list").get_by_text("30 May 2024, 12:00")).to_be_visible()
        expect(self.by("link", "Munich, Germany")).to_be_visible()
        expect(self.page.get_by_text("48.1000° N, 11.5000° E")).to_be_visible()
        expect(self.page.get_by_text(str(self.library.folder / "photo-00.jpg"))).to_be_visible()
        expect(self.page.locator(".tag-list")).to_contain_text("dog")
        expect(self.page.locator(".color-list li").first).to_be_visible()
        self.look("gallery-photo", picture=False)

    @staticmethod
    def adding(known):
        """Answers what the server says of a photo, with this."""
        def answer(route):
            real = route.fetch()
            route.fulfill(response=real, json={**real.json(), **known})
        return answer

    def test_jobs_fit_what_the_photo_shows(self):
        """The others stay one tap away."""
        jobs = {"Count this", "Read this box", "Read this shelf"}
        for kind, tags, likely in (
                ("photo", [], {"Count this", "Read this box"}),
                ("photo", [("blurred", "picture"), ("holiday", "own")], {"Count this", "Read this box"}),
                ("photo", [("book", "objects"), ("indoor", "places")], {"Read this shelf"}),
                ("photo", [("pizza", "food"), ("food", "food")], {"Count this"}),
                ("photo", [("dog", "animals"), ("toy", "objects")], set()),
                ("screenshot", [], set())):
            known = {"kind": kind, "tags": [
                {"name": name, "category": category, "confidence": 1, "source": "model"} for name, category in tags]}
            self.page.route(re.compile(r"/gallery/photos/\d+$"), self.adding(known))
            self.open_photo(30)
            place = self.page.locator(".photo-jobs")
            place.wait_for()
            shown = lambda: {name for name in jobs if self.by("button", name).count() > 0}
            self.assertEqual(shown(), likely, tags)
            self.hit(place.locator("summary").first)
            self.until(lambda: shown() == jobs, lambda: f"{shown()} for {tags}")
            self.page.unroute(re.compile(r"/gallery/photos/\d+$"))

    def test_text_codes_and_faces_are_told(self):
        def answer(route):
            known = route.fetch()
            seen = {"faces": 2, "text": "Dear Amalia,\nfour hundred barrels",
                    "codes": [{"symbology": "qr", "value": "https://example.org/<b>"}]}
            route.fulfill(response=known, json={**known.json(), **seen})
        self.page.route(re.compile(r"/gallery/photos/\d+$"), answer)
        self.open_photo()
        expect(self.page.get_by_role("link", name="2", exact=True)).to_have_attribute("href", re.compile("faces"))
        code = self.page.locator(".photo-code")
        expect(code).to_contain_text("https://example.org/<b>")
        expect(code).to_contain_text("QR code")
        # The page does not open the code's address; the user decides.
        expect(code.locator("a")).to_have_count(0)
        expect(self.page.get_by_text("four hundred barrels")).to_be_hidden()
        self.page.get_by_text("Text in this photo").click()
        expect(self.page.get_by_text("four hundred barrels")).to_be_visible()
        self.look("gallery-photo-text", picture=False)

    def test_wrong_tag_is_removed_and_comes_back(self):
        self.open_photo(3)
        self.press("Remove the tag “dog”")
        expect(self.page.locator(".tag-name", has_text=re.compile("^dog$"))).to_have_count(0)
        expect(self.page.locator(".tag-removed")).to_contain_text("dog")
        self.until(lambda: "dog" not in self.library.tags(self.photo), "the tag stays")
        self.press("Undo")
        expect(self.page.locator(".tag-name", has_text=re.compile("^dog$"))).to_have_count(1)

    def test_removed_tag_of_a_model_comes_back_as_it_was(self):
        at, tag = self.library.tagged_by_model()
        self.open_photo(at)
        row = self.page.locator(".tag-row", has=self.page.locator(".tag-name", has_text=re.compile(f"^{tag['name']}$")))
        words = row.inner_text()
        self.press(f"Remove the tag “{tag['name']}”")
        expect(row).to_have_count(0)
        self.press("Undo")
        expect(row).to_have_count(1)
        self.assertEqual(row.inner_text(), words)
        self.assertIn(tag, self.library.api("GET", f"/photos/{self.photo}")["tags"])
        self.press(f"Remove the tag “{tag['name']}”")
        self.press(f"Add “{tag['name']}” again")
        expect(row).to_have_count(1)
        self.assertIn(tag, self.library.api("GET", f"/photos/{self.photo}")["tags"])

    def test_tag_is_added(self):
        self.open_photo(30)
        self.page.keyboard.press("t")
        self.page.keyboard.type("Old Town")
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".tag-list")).to_contain_text("old town")
        self.until(lambda: "old town" in self.library.tags(self.photo), "the tag is not kept")
        self.press("Undo")
        expect(self.page.locator(".tag-list")).not_to_contain_text("old town")

    def test_next_and_back(self):
        self.open_photo(1)
        self.press("Next photo")
        self.page.wait_for_url(f"**/gallery/photo/{self.library.ids[2]}?at=2")
        self.press("Previous photo")
        self.page.wait_for_url(f"**/gallery/photo/{self.photo}?at=1")
        self.press("Gallery", "link", exact=True, within=self.page.locator(".photo-head"))
        expect(self.by("grid", "Photos")).to_be_visible()

    def test_photo_that_has_moved_among_the_others(self):
        self.photo = self.library.ids[6]
        self.open(f"/gallery/photo/{self.photo}?at=2&q=dog")
        self.open_info()
        expect(self.page.get_by_text(f"7 of {DOGS}")).to_be_visible()
        expect(self.page.locator(".why-list")).to_contain_text("dog")
        self.press("Next photo")
        self.page.wait_for_url(f"**/gallery/photo/{self.library.ids[7]}?q=dog&at=7")

    def test_original_is_saved(self):
        self.open_photo(with_info=False)
        saved = self.download("Save the original", "link")
        self.assertEqual(saved, (self.library.folder / "photo-00.jpg").read_bytes())
        self.assertEqual(self.saved_name, "photo-00.jpg")
        with Image.open(io.BytesIO(saved)) as picture:
            self.assertEqual(picture.format, "JPEG")

    def test_file_that_is_gone(self):
        self.watch.allow("410")
        # The indexer may notice and add the photo again as a new one, so no other test uses it, on either size.
        number = 38 if self.size == "phone" else 39
        file = self.library.folder / f"photo-{number}.jpg"
        file.rename(file.with_suffix(".away"))
        self.addCleanup(lambda: file.with_suffix(".away").rename(file))
        self.photo = self.library.ids[number]
        self.open(f"/gallery/photo/{self.photo}")
        expect(self.page.get_by_text("cannot be read right now")).to_be_visible()
        self.look("gallery-photo-unseen", picture=False)

    def test_unknown_photo(self):
        self.watch.allow("404")
        self.open("/gallery/photo/99999")
        expect(self.page.get_by_text("This photo is gone")).to_be_visible()


class GalleryByFinger(GalleryCase):
    """Gestures of touch screens only."""

    size = "phone"

    def drag(self, start, end):
        Finger(self.page).move(start, end)

    def test_swipe_leads_to_the_next_photo(self):
        self.open(f"/gallery/photo/{self.library.ids[2]}?at=2")
        stage = self.page.locator(".viewer-stage:not([aria-busy])")
        stage.wait_for()
        box = stage.bounding_box()
        y = box["y"] + box["height"] / 2
        self.drag((320, y), (80, y))
        self.page.wait_for_url(f"**/gallery/photo/{self.library.ids[3]}?at=3")
        expect(self.page.locator(".photo-beside")).to_have_count(2)
        self.drag((60, y), (300, y))
        self.page.wait_for_url(f"**/gallery/photo/{self.library.ids[2]}?at=2")

    def test_leaving_in_the_middle_of_a_swipe(self):
        """Script errors fail every test."""
        self.open_gallery("?q=dog")
        for _ in range(5):
            self.cells.nth(1).locator("a").tap()
            self.page.locator(".viewer-stage:not([aria-busy])").wait_for()
            finger = Finger(self.page)
            finger.move((320, 400), (180, 400), lifts=False)
            self.page.go_back()
            self.expect_found(DOGS)
            finger.lift()

    def test_swipe_up_shows_the_info_and_swipe_down_leaves(self):
        self.open_gallery("?q=dog")
        self.cells.nth(1).locator("a").tap()
        self.page.locator(".viewer-stage:not([aria-busy])").wait_for()
        self.drag((200, 500), (200, 360))
        expect(self.by("heading", "Info")).to_be_visible()
        self.press("Close the info")
        self.drag((200, 300), (200, 480))
        self.expect_found(DOGS)

    def test_pinch_zooms_the_photo(self):
        self.open(f"/gallery/photo/{self.library.ids[2]}?at=2")
        photo = Photo(self, {"width": 480, "height": 360})
        whole = photo.seen()
        middle = photo.place(240, 180)
        photo.pinch(*middle, 3)
        near = photo.seen()
        self.assertNotEqual(near, whole)
        # A finger now moves the photo instead of leading to the next.
        x, y = middle
        self.drag((x + 100, y), (x - 60, y))
        self.assertNotEqual(photo.seen(), near)
        self.assertIn(f"/gallery/photo/{self.library.ids[2]}", self.page.url)
        # Apart and together again: all of it, and a swipe leads to the next photo.
        photo.pinch(x, y, 0.2)
        self.assertEqual(photo.seen(), whole)
        self.drag((320, y), (80, y))
        self.page.wait_for_url(f"**/gallery/photo/{self.library.ids[3]}?at=3")

    def test_the_grid_is_refreshed_by_pulling(self):
        self.open_gallery()
        self.rest()
        label = self.cells.first.locator("a").get_attribute("aria-label")
        self.library.tag("heron", self.library.ids[:1])
        self.drag((200, 300), (200, 520))
        expect(self.cells.first.locator("a")).not_to_have_attribute("aria-label", label)
        self.library.tag("heron", self.library.ids[:1], right=False)
        # In the middle of the photos, the same finger only scrolls.
        self.grid.evaluate("(grid) => { grid.scrollTop = 400 }")
        Finger(self.page).move((200, 300), (200, 520), lifts=False)
        expect(self.page.locator(".pull-sign")).to_be_hidden()

    def test_photos_stand_still_when_indexing_begins_and_ends(self):
        self.page.add_init_script("EventSource = class extends EventTarget { constructor() { super(); window.told = this } close() {} }")
        self.open_gallery()
        place = lambda: self.cells.nth(1).bounding_box()
        before = place()
        for progress in ({"phase": "analyzing", "done": 3, "total": 9, "failed": 0, "rate": 0}, {"phase": "idle", "done": 9, "total": 9}) * 2:
            self.page.evaluate("(progress) => told.dispatchEvent(new MessageEvent('progress', { data: JSON.stringify(progress) }))", progress)
            expect(self.page.locator(".indexer")).to_be_visible(visible=progress["phase"] != "idle")
            # The photos are drawn anew meanwhile.
            self.until(lambda: place() == before, lambda: f"{place()}, not {before}")

    def test_three_photos_side_by_side_and_a_way_through_time_for_fingers(self):
        for width, height in ((390, 844), (360, 740), (320, 640)):
            self.page.set_viewport_size({"width": width, "height": height})
            self.open_gallery()
            boxes = [box for cell in self.cells.all() if (box := cell.bounding_box())]
            row = [box for box in boxes if box["y"] == boxes[0]["y"]]
            self.assertEqual(len(row), 3, width)
            way = self.page.locator(".scrubber").bounding_box()
            self.assertGreaterEqual(way["width"], 44, width)
            self.assertEqual(way["x"] + way["width"], width)
            self.assertGreaterEqual(way["x"], max(box["x"] + box["width"] for box in row), width)
            self.assertLessEqual(self.grid.bounding_box()["y"], 120, width)
            self.assertEqual(self.page.evaluate("document.documentElement.scrollWidth"), width)

    def test_long_press_chooses(self):
        self.open_gallery()
        before = box = self.cells.nth(1).bounding_box()
        session = self.context.new_cdp_session(self.page)
        place = {"x": box["x"] + 40, "y": box["y"] + 40}
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
        expect(self.page.locator(".selection-count")).to_have_text("1 selected")
        self.assertEqual(self.cells.nth(1).bounding_box(), before, "the photo moved away from under the finger")
        # Some browsers click what lies under the finger when it is lifted.
        self.by("button", "Teach a tag …").evaluate("(button) => button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))")
        expect(self.by("dialog")).to_have_count(0)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()
        expect(self.by("grid", "Photos")).to_be_visible()
        self.cells.nth(4).locator("a").tap()
        expect(self.page.locator(".selection-count")).to_have_text("2 selected")

    def test_long_press_outlives_photos_that_come_meanwhile(self):
        self.page.add_init_script("EventSource = class extends EventTarget { constructor() { super(); window.told = this } close() {} }")
        self.open_gallery()
        grid = self.grid.element_handle()
        box = self.cells.nth(1).bounding_box()
        session = self.context.new_cdp_session(self.page)
        place = {"x": box["x"] + 40, "y": box["y"] + 40}
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
        expect(self.page.locator(".selection-count")).to_have_text("1 selected")
        self.page.evaluate("told.dispatchEvent(new MessageEvent('progress', { data: '{\"phase\": \"idle\", \"done\": 999, \"total\": 0}' }))")
        self.until(lambda: not grid.evaluate("(grid) => grid.isConnected"), lambda: "the grid is the same")
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()
        self.cells.nth(4).locator("a").tap()
        expect(self.page.locator(".selection-count")).to_have_text("2 selected")

    def test_scrubber_shows_the_month_while_it_is_dragged(self):
        self.open_gallery()
        box = self.page.locator(".scrubber").bounding_box()
        session = self.context.new_cdp_session(self.page)
        x = box["x"] + 12
        for at in range(10):
            y = box["y"] + box["height"] * (0.1 + 0.08 * at)
            kind = "touchMove" if at else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        expect(self.page.locator(".scrubber-bubble")).to_have_text(re.compile("2023"))
        self.page.wait_for_timeout(1000 * REST)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(self.page.locator(".scrubber-bubble")).to_be_hidden()
