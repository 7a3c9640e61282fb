"""Steps with several photos, used by several tests."""
import csv
import io
import json
import re

from PIL import Image
from playwright.sync_api import expect

from .counting import CountCase
from .paths import sample
from .pictures import made

# Images made from a file's bytes would be decoded completely, so this counts how often that happens.
WATCHED = """() => {
  const { createObjectURL } = URL
  window.addresses = 0
  URL.createObjectURL = (blob) => {
    if (blob.type.startsWith('image/')) window.addresses += 1
    return createObjectURL.call(URL, blob)
  }
}"""


def small(count, source="count/one-orange"):
    """Returns this many small photos, each slightly different, as files."""
    paths = [made(f"photo-{number}.jpg") for number in range(1, count + 1)]
    with Image.open(sample(source)) as image:
        image.thumbnail((96, 96))
        for number, path in enumerate(paths):
            image.crop((0, 0, image.width - number % 8, image.height - number // 8 % 8)).save(path, quality=85)
    return paths


class BatchCase(CountCase):
    """Handles the table of several photos."""

    @property
    def rows(self):
        return self.page.locator(".batch-table tbody tr")

    @property
    def status(self):
        return self.page.locator(".batch-status")

    def row(self, name):
        """The row of one photo."""
        return self.rows.filter(has=self.page.locator(".batch-name", has_text=re.compile(f"^{re.escape(name)}$")))

    def names(self):
        """The names of all photos, in display order."""
        return self.page.locator(".batch-name").all_inner_texts()

    def count_all(self, pictures, page="/count"):
        """Goes from the first screen to a finished table."""
        self.open(page)
        self.choose(pictures)
        self.all_done(len(pictures))

    def all_done(self, count):
        expect(self.status).to_contain_text(f"All {count} photos are done.")

    def saved_table(self):
        """The CSV, as a list of rows by their columns."""
        return list(csv.DictReader(io.StringIO(self.download("CSV").decode())))

    def saved_values(self):
        return json.loads(self.download("JSON"))

    def history(self):
        """Returns all entries of the server."""
        return self.server.api("GET", "/history?limit=500")["entries"]


class FastServer:
    """
    Answers requests to count in place of the server, immediately, so that two hundred photos take seconds. Uploads go
    to the real server; one photo's answer is used for all, with the last digit of their names as the count.
    """

    def __init__(self, case, entry, result, failing=(), most=None):
        """`failing`: numbers of photos that are refused once; `most`: the last photo that is done before `release`."""
        self.page = case.page
        case.context.add_init_script(f"({FAST})({json.dumps([entry, result, list(failing), most])})")

    def release(self):
        self.page.evaluate("fast.release()")


FAST = """([entry, result, failing, most]) => {
  const fast = window.fast = {}
  const released = new Promise((resolve) => { fast.release = resolve })
  const numbers = new Map()
  const bad = new Set(failing)
  const { fetch, EventSource } = window
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (...order) {
    this.addEventListener('load', () => {
      const { id, name } = JSON.parse(this.responseText)
      numbers.set(id, Number(/[0-9]+/.exec(name)))
    })
    return open.apply(this, order)
  }
  const answer = (status, value) => new Response(value && JSON.stringify(value), { status })
  const job = (number, state) => ({ id: `fast-${number}`, kind: 'count', state, stage: 'waiting', fraction: 0 })
  const order = ({ photo }) => {
    const number = numbers.get(photo)
    return bad.delete(number) ? answer(422, { type: '/problems/damaged', title: 'damaged' }) : answer(202, job(number, 'queued'))
  }
  window.fetch = async (address, options) => {
    if (options?.method === 'DELETE' && address.includes('/jobs/fast-')) return answer(204, null)
    if (options?.method !== 'POST' || !address.endsWith('/api/v1/counts')) return fetch(address, options)
    return order(JSON.parse(options.body))
  }
  window.EventSource = class extends EventTarget {
    constructor(address) {
      super()
      const number = Number(/fast-([0-9]+)/.exec(address)?.[1])
      if (!number) return new EventSource(address)
      const count = number % 10
      const found = { entry: { ...entry, count, range: { low: count, high: count + number % 2 } }, result: { ...result, count } }
      const end = () => this.dispatchEvent(new MessageEvent('end', { data: JSON.stringify({ ...job(number, 'done'), ...found }) }))
      if (most !== null && number > most) released.then(end)
      else setTimeout(end)
    }

    close() {}
  }
}"""
