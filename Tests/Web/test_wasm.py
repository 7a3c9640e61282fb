"""The rack reader as it runs in a browser: no server, no network."""
import base64
import unittest

from support import session
from support.commandline import results
from support.paths import ROOT, sample

MODULE = ROOT / ".build/wasm/rack.wasm"

READ = """async ([module, photo, questions]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const stages = []
  const none = () => 0
  const { instance } = await WebAssembly.instantiate(bytes(module), {
    espy: { progress: (stage, fraction) => { stages.push([stage, fraction]) } },
    wasi_snapshot_preview1: {
      fd_close: none, fd_seek: none, fd_write: none,
      random_get: (start, count) => {
        crypto.getRandomValues(new Uint8Array(instance.exports.memory.buffer, start, count))
        return 0
      },
    },
  })
  const { memory, _initialize, espy_take, espy_release, espy_rack, espy_ask, espy_answer, espy_answer_size } =
    instance.exports
  _initialize?.()
  const put = (data) => {
    const start = espy_take(data.length)
    new Uint8Array(memory.buffer).set(data, start)
    return start
  }
  const answer = () => JSON.parse(
    new TextDecoder().decode(new Uint8Array(memory.buffer, espy_answer(), espy_answer_size())))
  const picture = await createImageBitmap(new Blob([bytes(photo)]))
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
  context.drawImage(picture, 0, 0)
  const pixels = context.getImageData(0, 0, picture.width, picture.height).data
  const request = new TextEncoder().encode('{"options": {"grid": "9x9"}}')
  const place = put(request)
  const isRead = espy_rack(put(pixels), picture.width, picture.height, place, request.length)
  const rack = answer()
  const answers = questions.map((question) => {
    const data = new TextEncoder().encode(JSON.stringify({ rack, ...question }))
    const place = put(data)
    const isAnswered = espy_ask(place, data.length)
    espy_release(place)
    return [isAnswered, answer()]
  })
  return { isRead, rack, stages, answers }
}"""


@unittest.skipUnless(MODULE.exists(), "the modules for browsers are not built (make wasm)")
class WebAssembly(unittest.TestCase):
    def setUp(self):
        context = session.current.browser.context("phone")
        self.addCleanup(context.close)
        self.page = context.new_page()

    def read(self, photo, *questions):
        module, photo = (base64.b64encode(path.read_bytes()).decode() for path in (MODULE, photo))
        return self.page.evaluate(READ, [module, photo, list(questions)])

    def test_a_box_is_read_as_on_the_command_line(self):
        photo = sample("rack/box-9x9-hard")
        native = results("rack", [photo], "--grid", "9x9")[0]
        spot = next(cell for cell in native["cells"] if cell["status"] == "empty")
        place = {"row": spot["row"], "col": spot["col"]}
        listed = "well,code\n" + "\n".join(f"{vial['name']},{vial['value']}" for vial in native["vials"][1:])
        found = self.read(
            photo,
            {"about": "correct", "corrections": {"values": [{**place, "value": "TYPED-1"}]}},
            {"about": "csv"},
            {"about": "table", "table": "fluidx"},
            {"about": "compare", "list": listed},
            {"about": "correct", "corrections": {"values": [{"row": 99, "col": 0, "value": "x"}]}},
            {"about": "nothing"},
        )
        self.assertEqual(found["isRead"], 1)
        wells = [[(vial["name"], vial["value"]) for vial in rack["vials"]] for rack in (native, found["rack"])]
        self.assertEqual(*wells)
        self.assertEqual({*native, "file"}, {*found["rack"]})
        self.assertEqual([stage for stage, _ in found["stages"]], [0, 1, 2, 3, 4])
        (typed, csv, table, compared, refused, unknown) = found["answers"]
        self.assertIn((spot["name"], "TYPED-1", True), [(v["name"], v["value"], v.get("typed")) for v in typed[1]["vials"]])
        self.assertEqual(csv[1]["text"].splitlines()[0], "value,x,y,rect,row,col")
        self.assertEqual(len(csv[1]["text"].splitlines()), 1 + len(native["vials"]))
        self.assertEqual(len(table[1]["text"].splitlines()), 81)
        kinds = [(one["kind"], one["value"]) for one in compared[1]["comparison"]["differences"] if one["kind"] != "unread"]
        self.assertEqual(kinds, [("new", native["vials"][0]["value"])])
        self.assertEqual((refused[0], refused[1]["code"]), (0, "badRequest"))
        self.assertEqual((unknown[0], unknown[1]["code"]), (0, "badRequest"))
