"""The result of a count is calm: the number, its name, the photo and a few tools, and nothing jumps."""
import json
import re

from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.paper import Paper
from support.server import Server
from support.viewing import Photo

# Everything that moves on its own or after a tap, for any reason.
WATCH_SHIFTS = """() => {
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      window.shifts.push([value, ...sources.map(({ node }) => node?.className ?? node?.nodeName)])
    }
  }).observe({ type: 'layout-shift', buffered: false })
}"""


@on_both_sizes
class Calm(CountCase):
    """A user looks at a count, and corrects it."""

    def setUp(self):
        super().setUp()
        self.result = self.count_sample("coins")
        self.photo = Photo(self, self.result)
        self.first = next(one for one in self.result["detections"] if one["main"])
        self.other = next(one for one in self.result["detections"] if not one["main"])

    def test_nothing_jumps(self):
        self.rest()
        self.page.evaluate(WATCH_SHIFTS)
        for mode, box in (("Remove", self.first), ("Add", self.other), ("Select", self.first)):
            self.hit(self.page.locator("label.mode", has_text=mode))
            self.photo.touch(*self.photo.middle(box))
            self.photo.painted()
        self.settle()
        self.press("Close", within=self.by("region", "Selected"))
        if self.size == "phone":
            self.more()
            self.photo.painted()
            self.more(False)
        self.photo.painted()
        shifts = self.page.evaluate("window.shifts")
        # On a desktop, the details of a thing push down the rest of their column.
        near = [one for one in shifts if self.size == "phone" or any("viewer" in str(name) or "count-figure" in str(name) for name in one)]
        self.assertEqual(near, [])

    def test_all_of_it_is_in_sight(self):
        """Number, name, photo and tools, without scrolling."""
        for part in (".count-number", ".count-unit", ".viewer-stage"):
            expect(self.page.locator(part)).to_be_in_viewport(ratio=1)
        tools = self.page.locator(".mode-tools").locator("label.mode, button").filter(visible=True)
        self.assertLessEqual(tools.count(), 5)
        for tool in tools.all():
            expect(tool).to_be_in_viewport(ratio=1)

    def test_tools_are_at_hand_beside_what_is_told(self):
        self.photo.touch(*self.photo.middle(self.first))
        expect(self.by("region", "Selected")).to_be_visible()
        for mode in ("Add", "Remove", "Like this", "Select"):
            self.hit(self.page.locator("label.mode", has_text=mode))
            expect(self.page.get_by_role("radio", name=mode)).to_be_checked()
        expect(self.by("region", "Selected")).to_be_in_viewport(ratio=1)

    def test_one_digit_more_moves_nothing(self):
        before = self.photo.stage.bounding_box()
        for number in ("9", "99", "100", "1000"):
            self.page.evaluate("(text) => { document.querySelector('.count-number').textContent = text }", number)
            self.assertEqual(self.photo.stage.bounding_box(), before)

    def test_the_rest_is_in_one_sheet(self):
        sheet = self.page.locator(".result-more")
        rest = self.by("button", "Save as a recipe")
        if self.size == "desktop":
            expect(self.page.locator(".more-button")).to_be_hidden()
            expect(rest).to_be_visible()
            return
        expect(rest).to_be_hidden()
        self.press("More")
        expect(rest).to_be_visible()
        expect(self.page.locator(".count-number")).to_be_in_viewport(ratio=1)
        self.look("count-more")
        # The same with a keyboard: into the sheet, and back to the button that opened it.
        self.page.keyboard.press("Tab")
        self.page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        expect(self.by("button", "More")).to_be_focused()
        # Drawing on the photo.
        self.hit(self.page.locator("label.mode", has_text="Exclude"))
        expect(sheet).to_be_hidden()
        expect(self.page.locator(".count-modes .hint")).to_contain_text("leave out")

    def test_what_is_told_is_of_the_thing_that_was_tapped(self):
        self.photo.touch(*self.photo.middle(self.other))
        inspector = self.by("region", "Selected")
        expect(inspector).to_contain_text("not counted")
        self.press("Count things like this", within=inspector)
        self.page.locator(".count-busy").wait_for(state="hidden")
        self.settle()
        # The same number now belongs to another thing.
        after = self.newest()["result"]["detections"]
        place = self.result["detections"].index(self.other)
        is_same = place < len(after) and all(after[place][side] == self.other[side] for side in ("x", "y", "width", "height"))
        self.assertEqual(inspector.is_visible(), is_same)

    def test_a_notice_goes_with_its_photo(self):
        self.hit(self.page.locator("label.mode", has_text="Like this"))
        self.photo.touch(*self.photo.middle(self.other))
        toast = self.page.locator(".toast")
        expect(toast).to_contain_text("23 counted before")
        self.hit(self.by("link", "History"))
        expect(toast).to_have_count(0)


@on_both_sizes
class Kinds(CountCase):
    """Several kinds of things are in one photo, and have names."""

    def test_several_kinds_count_together(self):
        result = self.count_sample("coins")
        groups = self.page.locator(".group input")
        numbers = [int(text) for text in self.page.locator(".group").all_inner_texts()]
        self.hit(self.page.locator(".group-several"))
        self.hit(self.page.locator("label.group").nth(1))
        expect(self.page.locator(".count-number")).to_have_text("30")
        expect(self.page.locator(".count-range")).to_have_text("23 · 7, total 30")
        self.settle()
        self.until(lambda: self.newest()["entry"]["count"] == 30, "the two kinds were not saved")
        self.assertEqual((result["count"], sum(numbers[:2])), (23, 30))
        # Nothing speaks of one kind alone.
        expect(self.page.locator(".strip")).to_be_hidden()
        # The server's changes leave the kinds alone, each with its own color.
        expect(self.page.locator(".group-sign svg")).to_have_count(2)
        colors = [one.get_attribute("stroke") for one in self.page.locator(".group-sign rect").all()]
        self.assertEqual(len(set(colors)), 2)
        self.look("count-kinds")
        # So do a reload, and the exported result.
        self.page.reload()
        expect(self.page.locator(".count-range")).to_have_text("23 · 7, total 30")
        self.rest()
        self.assertIn("23 · 7, total 30", Paper(self.download("One page to sign (PDF)")).lines)
        # The last one stays checked.
        self.hit(self.page.locator("label.group").nth(1))
        expect(self.page.locator(".count-number")).to_have_text("23")
        self.hit(self.page.locator("label.group").nth(0))
        expect(groups.nth(0)).to_be_checked()
        expect(self.page.locator(".count-number")).to_have_text("23")

    def test_what_counted_first_stays_first(self):
        self.count_sample("coins")
        kinds = self.page.locator(".group")
        expect(kinds.nth(1)).to_be_visible()
        before = kinds.all_inner_texts()
        self.hit(kinds.nth(1))
        expect(self.page.locator(".count-number")).to_have_text(before[1].strip())
        self.settle()
        self.until(lambda: self.newest()["entry"]["count"] == int(before[1]), "the other kind was not saved")
        # Choosing changes no order, and a reload neither order nor choice.
        self.assertEqual(kinds.all_inner_texts(), before)
        self.page.reload()
        expect(kinds).to_have_text([re.compile(rf"^\s*{one.strip()}\s*$") for one in before])
        expect(self.page.locator(".group input").nth(1)).to_be_checked()

    def test_ranges_are_told_in_plain_words(self):
        self.open("/count")
        told = self.page.evaluate("""async () => {
            const { rangeWords } = await import('/app/count/doubts.js')
            return [[60, 60, 78], [60, 55, 60], [60, 58, 62], [60, 60, 60], [60, 60, 90]].map(([count, low, high]) => rangeWords({ count, low, high }))
        }""")
        self.assertEqual(told, ["perhaps up to 78", "perhaps only 55", "probably 58 to 62", "", ""])

    def test_notices_leave_open_sheets_alone(self):
        result = self.count_sample("coins")
        photo = Photo(self, result)
        self.page.evaluate("import('/app/toast.js').then(({ toast }) => toast('Something to know', { stays: true }))")
        notice = self.page.locator(".toast")
        expect(notice).to_be_visible()
        counted = next(one for one in result["detections"] if one["main"])
        photo.touch(*photo.middle(counted))
        selected = self.by("region", "Selected")
        expect(selected).to_be_visible()
        apart = lambda sheet: self.page.evaluate("""([one, other]) => {
            const [a, b] = [one, other].map((each) => document.querySelector(each).getBoundingClientRect())
            return a.bottom <= b.top || a.top >= b.bottom || a.right <= b.left || a.left >= b.right
        }""", [".toast", sheet])
        self.until(lambda: apart(".inspector"), "the notice covers the details")
        self.press("Close", within=selected)
        if self.size == "phone":
            self.more()
            self.until(lambda: apart(".result-more"), "the notice covers the sheet")

    def test_choices_are_named_only_where_there_are_some(self):
        self.open("/count")
        told = self.page.evaluate("""async () => {
            const [{ adviceFor }, { strings }] = await Promise.all([import('/app/count/advice.js'), import('/app/strings.js')])
            const { advice } = strings.count
            return [advice.choose, advice.show, ''].map((way) => adviceFor(
                { warnings: ['undecided'], detections: [{}], parameters: {} }, 1, { ...advice, recipe: strings.recipes }, way)[0].text)
        }""")
        self.assertEqual([text.removeprefix("There is more than one way to count this photo.").strip() for text in told],
                         ["Choose below what to count.", "Tap “Like this”, then a thing that counts.", ""])

    def test_what_cannot_be_a_thing_is_no_kind(self):
        self.count_sample("coins")
        offered = self.page.evaluate("""async () => {
            const { offersOf } = await import('/app/count/groups.js')
            const box = (x, y, width, height, cluster) => ({ x, y, width, height, cluster, main: cluster === 0, confidence: 0.9, doubt: 0 })
            const row = (count, make) => Array.from({ length: count }, (_, at) => make(at))
            const detections = [
                ...row(9, (at) => box(100 * at, 0, 50, 50, 0)),
                // Buttons beside coins, and crumbs; tops of coins, pairs of them, and coins seen with their shadows.
                ...row(4, (at) => box(100 * at, 200, 30, 30, 1)), ...row(6, (at) => box(100 * at, 300, 10, 10, 2)),
                ...row(5, (at) => box(100 * at + 5, 5, 32, 32, 3)), ...row(3, (at) => box(200 * at, 0, 150, 50, 4)),
                ...row(7, (at) => box(100 * at, 0, 55, 55, 5)),
                // And their lower halves, with what is below.
                ...row(8, (at) => box(100 * at, 25, 50, 50, 6)),
            ]
            const clusters = [0, 1, 2, 3, 4, 5, 6].map((id) => ({ id }))
            const of = (wanted, base) => offersOf({ clusters, detections: detections.map((one) => ({ ...one, main: one.cluster === wanted })) }, base).map(({ id }) => id)
            const base = detections.filter(({ main }) => main)
            return [of(0), of(1, [base]), of(2, [base]), of(2, [[...base, ...detections.filter(({ cluster }) => cluster === 1)]])]
        }""")
        # What counts is offered in any case, and a choice takes no other away.
        self.assertEqual(offered, [[0, 1], [0, 1], [0, 2, 1], [0, 1, 2]])
        expect(self.page.locator("fieldset.group-list")).to_contain_text("What is marked here counts.")

    def test_things_have_a_name(self):
        self.count_sample("coins")
        self.press("Name the things: things")
        field = self.page.get_by_label("Name of the things")
        field.fill("old coins")
        self.look("count-naming")
        self.press("Save", within=self.page.locator("dialog"))
        expect(self.page.locator(".count-unit")).to_have_text("old coins")
        expect(self.page).to_have_title(re.compile("^23 old coins"))
        expect(self.by("heading", "23 old coins")).to_be_attached()
        self.assertEqual(self.newest()["entry"]["title"], "coins.jpg · old coins")
        self.download("Table (CSV)")
        self.assertRegex(self.saved_name, r"^counts_old-coins_coins_\d{4}-")
        # It is stored, changed again, and shown in the history.
        self.page.reload()
        expect(self.page.locator(".count-unit")).to_have_text("old coins")
        self.press("Name the things: old coins")
        field.fill("coins")
        self.press("Save", within=self.page.locator("dialog"))
        expect(self.page.locator(".count-unit")).to_have_text("coins")
        self.assertEqual(self.newest()["entry"]["title"], "coins.jpg · coins")
        self.open("/history")
        expect(self.page.locator(".entry-found")).to_have_text("23 coins")


@on_both_sizes
class Waiting(CountCase):
    """The connection is lost while a count is corrected: the page says so, and nothing is lost."""

    context_options = {"workers": True}

    def make_server(self):
        server = Server().start()
        self.addCleanup(server.remove)
        return server

    def remove_one(self):
        result = self.count_sample("coins")
        photo = Photo(self, result)
        self.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        self.watch.allow("ERR_CONNECTION|Failed to load resource|Failed to fetch|Unreachable|net::")
        self.server.stop()
        self.hit(self.page.locator("label.mode", has_text="Remove"))
        photo.rest()
        photo.touch(*photo.middle(next(one for one in result["detections"] if one["main"])))
        expect(self.page.locator(".count-number")).to_have_text("22")
        expect(self.page.locator(".count-note")).to_contain_text("Not saved yet: waiting for the connection")
        expect(self.page.locator(".count-note")).not_to_contain_text("Saved in the history")

    def test_sent_from_the_page(self):
        self.remove_one()
        self.server.start()
        self.settle()
        self.assertEqual(self.newest()["entry"]["count"], 22)
        self.assertEqual(self.kept(), [])

    def test_sent_from_another_page_after_closing(self):
        self.remove_one()
        self.assertEqual(len(self.kept()), 1)
        self.page.close()
        self.server.start()
        self.page = self.context.new_page()
        self.open("/history")
        expect(self.page.locator(".toast")).to_contain_text("now saved")
        self.until(lambda: self.newest()["entry"]["count"] == 22, "the correction was lost")
        self.assertEqual(self.kept(), [])

    def test_seen_again_after_reloading(self):
        self.remove_one()
        self.page.reload()
        # The page knows that the count is finished, and does not claim to wait for its turn.
        expect(self.by("heading", "Opening the result…")).to_be_visible()
        expect(self.page.get_by_text("The result appears when you are connected again.")).to_be_visible()
        self.server.start()
        expect(self.page.locator(".count-number")).to_have_text("22")
        self.settle()
        self.assertEqual(self.newest()["entry"]["count"], 22)

    def kept(self):
        """Returns the corrections that this browser stores."""
        return json.loads(self.page.evaluate("JSON.stringify(Object.keys(localStorage).filter((key) => key.startsWith('espy.waiting.')))"))


@on_both_sizes
class Clutter(CountCase):
    """Most detections in a photo of many parts do not count."""

    def test_only_what_counts_is_drawn(self):
        self.count_sample("tarts-5x7")
        # As in a photo of cupcakes with petals on each and crumbs beside them.
        shown = self.page.evaluate("""async () => {
            const [{ marksOf }, { openDoubts }] = await Promise.all([import('/app/count/marks.js'), import('/app/count/doubts.js')])
            const box = (x, y, side, main, doubt) => ({ x, y, width: side, height: side, main, doubt, cluster: main ? 0 : 1, confidence: 0.5 })
            const cakes = Array.from({ length: 20 }, (_, at) => box(100 * at, 0, 80, true, at < 2 ? 0.6 : 0))
            const petals = Array.from({ length: 200 }, (_, at) => box(100 * (at % 20) + 10, 10, 20, false, 0.9))
            const missed = Array.from({ length: 9 }, (_, at) => box(100 * at, 200, 80, false, 0.7 + at / 100))
            const result = { detections: [...cakes, ...petals, ...missed], clusters: [], parameters: {} }
            const none = { added: [], settled: new Map() }
            const seen = (marks) => marks.filter(({ isHidden }) => !isHidden).map(({ style }) => style)
            const [first] = openDoubts(result, none)
            return {
              doubts: openDoubts(result, none), seen: seen(marksOf(result, none)), all: seen(marksOf(result, none, true)).length,
              after: openDoubts(result, { added: [], settled: new Map([[first, true]]) }).length,
            }
        }""")
        # The review does not ask whether a petal is a cupcake, nor about more than a handful.
        self.assertEqual(shown["doubts"], [228, 227, 226, 225, 224, 223])
        self.assertEqual(shown["after"], 5)
        self.assertEqual((shown["seen"].count("main"), shown["seen"].count("maybe"), len(shown["seen"])), (20, 6, 26))
        self.assertEqual(shown["all"], 229)
