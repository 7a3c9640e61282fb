"""Pages at 200% zoom, and with letters twice as large: nothing is wider than the screen, nothing covers a control."""
from support.case import PageCase, on_both_sizes
from support.paths import sample

# The controls that cannot be hit in their middle once they are scrolled there, each with what lies above it.
COVERED = """() => {
  const name = (element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)}`
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="slider"]')]
  return controls.filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && !one.matches('.skip-link, .visually-hidden') && !one.closest('[inert]')).flatMap((one) => {
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = one.getBoundingClientRect()
    if (width < 2 || height < 2) return []
    const [x, y] = [left + width / 2, top + height / 2]
    const above = document.elementFromPoint(x, y)
    const isHit = above && (one.contains(above) || above.contains(one) && above.closest('label') || above.closest('label')?.contains(one))
    return isHit ? [] : [`${name(one)} at ${Math.round(x)},${Math.round(y)} under ${above ? `${name(above)} .${above.className}` : 'the edge'}`]
  })
}"""


class PoorSight(PageCase):
    """Pages as a user with poor sight has them."""

    longMessage = False

    def setUp(self):
        super().setUp()
        kept = {kind: self.server.found(kind, sample(name))["id"]
                for kind, name in (("count", "count/coins"), ("rack", "rack/box-9x9"), ("shelf", "shelf/library-row"))}
        self.paths = ["/", "/history", "/settings", "/gallery", *(f"/{kind}" for kind in kept)]
        self.paths += [f"/{kind}?entry={entry}" for kind, entry in kept.items()] + [f"/history/{kept['count']}"]

    def check(self):
        problems = []
        for path in self.paths:
            self.open(path)
            self.rest()
            width, room = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            if width > room:
                problems.append(f"{path} is {width - room} pixels too wide")
            problems += [f"{path}: {line}" for line in self.page.evaluate(COVERED)]
        self.assertFalse(problems, "\n".join(problems))


@on_both_sizes
class Zoom(PoorSight):
    def test_twice_as_near(self):
        if self.size == "desktop":
            self.page.set_viewport_size({"width": 640, "height": 400})
            self.check()


@on_both_sizes
class LargeLetters(PoorSight):
    """Letters in the browser's settings, from which larger screens also choose the layout of a smaller one."""

    context_options = {"letters": 32}

    def test_letters_twice_as_large(self):
        self.open("/")
        self.assertEqual(self.page.evaluate("getComputedStyle(document.documentElement).fontSize"), "32px")
        self.check()
