"""Checks accessibility with axe."""
from importlib.resources import files

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_axe = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(page, *, only=None):
    """One line for each element that breaks a rule; `only` names the rules to check."""
    if not page.evaluate("'axe' in window"):
        # The debugger may do what the page's security policy forbids.
        session = page.context.new_cdp_session(page)
        session.send("Runtime.evaluate", {"expression": _axe})
        session.detach()
    options = {"runOnly": only or RULES, "resultTypes": ["violations"]}
    found = page.evaluate("(options) => axe.run(document, options)", options)["violations"]
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]
