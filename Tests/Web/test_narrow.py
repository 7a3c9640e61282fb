"""The narrowest supported phone, held upright: nothing is wider, and items that belong side by side stay so."""
from support.case import PageCase
from support.paths import sample


class Narrow(PageCase):
    """320 CSS pixels, the same as a desktop at 400% zoom."""

    def setUp(self):
        super().setUp()
        self.page.set_viewport_size({"width": 320, "height": 640})

    def test_nothing_is_wider(self):
        kept = {kind: self.server.found(kind, sample(name))["id"]
                for kind, name in (("count", "count/coins"), ("rack", "rack/box-9x9-hard"), ("shelf", "shelf/library-row"))}
        paths = ["/", "/history", "/settings", "/gallery", "/shelf/books", *(f"/{kind}" for kind in kept)]
        paths += [f"/{kind}?entry={entry}" for kind, entry in kept.items()] + [f"/history/{entry}" for entry in kept.values()]
        rows = "title,author\n" + "".join(f"A title of a book that is somewhat longer {n},Somebody Elsewhere\n" for n in range(9))
        shelf_list = self.server.api("POST", "/book-lists?name=mine", rows.encode())["id"]
        paths.append(f"/shelf/inventory?entry={kept['shelf']}&list={shelf_list}")
        wide = []
        for path in paths:
            self.open(path)
            self.rest()
            if (width := self.page.evaluate("document.documentElement.scrollWidth")) > 320:
                wide.append((path, width))
        self.assertEqual(wide, [])

    def test_kinds_of_the_history_stand_in_one_row(self):
        self.server.found("count", sample("count/coins"))
        self.open("/history")
        tops = {box["y"] for box in (label.bounding_box() for label in self.page.locator(".segments label").all())}
        self.assertEqual(len(tops), 1)
