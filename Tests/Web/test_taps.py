"""
How many taps lead from each page to each job, with seven tabs as they are, and with five, where one tab named Scan holds
count, rack and shelf. See docs/decisions/0074-seven-tabs.md.
"""
from playwright.sync_api import expect

from support.case import PageCase, on_both_sizes
from support.counting import CountCase
from support.paths import sample

JOBS = ("/count", "/rack", "/shelf")
PAGES = (*JOBS, "/gallery", "/history", "/settings")
# The paths of all visible links, and of the button that starts over.
LINKS = """() => {
  const seen = [...document.querySelectorAll('a[href]')].filter((link) => link.checkVisibility() && link.target !== '_blank')
  return seen.map((link) => new URL(link.href).pathname)
}"""


class Taps(PageCase):
    """A user of a phone goes from one job to the next."""

    size = "phone"

    def test_five_tabs_need_no_fewer_taps(self):
        results = {kind: f"/{kind}?entry={self.server.found(kind, sample(name))['id']}"
                   for kind, name in (("count", "count/coins"), ("rack", "rack/box-9x9"), ("shelf", "shelf/library-row"))}
        starts = {"Home": "/", **{f"result of {kind}": path for kind, path in results.items()}, "Gallery": "/gallery", "History": "/history", "Settings": "/settings"}
        links = {name: self.links(path) for name, path in starts.items()}
        links |= {path: self.links(path) for path in ("/", *PAGES)}
        table = {}
        for name in starts:
            for goal in PAGES:
                if goal == f"/{name.lower()}":
                    continue
                # Scan opens the job used last, which for a result is its own, and elsewhere may be any.
                last = f"/{name.split()[-1]}" if name.startswith("result") else "/count"
                table[name, goal] = self.taps(links, name, goal), self.taps(self.five(links, last), name, goal)
        print(f"\n{len(table)} ways", *(f"{name} → {goal}: {seven} with seven, {five} with five"
                                        for (name, goal), (seven, five) in table.items() if seven != five), sep="\n")
        self.assertEqual([way for way, (seven, five) in table.items() if five < seven], [])
        self.assertNotEqual([way for way, (seven, five) in table.items() if five > seven], [])
        self.assertEqual({seven for seven, _ in table.values()}, {1})

    def links(self, path):
        self.open(path)
        self.rest()
        own = path.partition("?")[0]
        return {"/" if link == "" else link for link in self.page.evaluate(LINKS)} - ({own} if "?" not in path else set())

    @staticmethod
    def five(links, last):
        """The same pages with one tab in place of three, which opens the last job with a choice of the others."""
        pages = {}
        for page, all_of_it in links.items():
            # The tiles of the start page stay.
            kept = set(all_of_it) if page in ("/", "Home") else all_of_it - set(JOBS)
            pages[page] = kept | {last}
        for job in JOBS:
            pages[job] = pages[job] | set(JOBS)
        return pages

    @staticmethod
    def taps(links, start, goal):
        """The least number of taps from one page to another."""
        reached, taps = {start}, 0
        while goal not in reached:
            taps += 1
            reached = reached.union(*(links.get(page, ()) for page in reached))
            if taps > 9:
                raise AssertionError(f"no way from {start} to {goal}")
        return taps


@on_both_sizes
class Shots(CountCase):
    """A user looks at each photo from the camera before it is counted, once, whichever page it comes from."""

    context_options = {"camera": True}

    def number_of_taps(self, path, photo, last, again):
        """Counts a photo from the camera, and returns the taps from that page to the number."""
        self.browser.show_camera(sample("count/capsules"))
        self.open(path)
        taps = 0
        for name in ("Take a photo", "Take the photo", last):
            expect(self.by("button", name)).to_be_enabled()
            if name == last:
                # It can be looked at, and taken again.
                expect(self.page.locator(photo)).to_be_visible()
                self.press("Take it again")
                expect(self.by("button", "Take the photo")).to_be_enabled()
                self.press("Take the photo")
                expect(self.page.locator(photo)).to_be_visible()
                self.look(again)
            self.press(name)
            taps += 1
        self.counted()
        return taps

    def test_as_many_via_count_as_via_home(self):
        home = self.number_of_taps("/", ".home-photos img", "Count things that look alike", "home-shot")
        number = self.number
        self.assertEqual(self.number_of_taps("/count", ".review-photo", "Count", "count-shot"), home)
        self.assertEqual((self.number, home), (number, 3))
