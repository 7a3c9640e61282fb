"""A phone's photos are uploaded to the library, whatever happens to the connection, the browser and the server."""
import hashlib
import io
import random
import re
import shutil
import socket
import sqlite3
import tempfile
import threading
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.counting import CountCase
from support.paths import sample
from support.server import Server
from test_pairing import SharedCase

# All of it takes minutes on a machine that is busy with other work.
LONG = 240_000


def photo(seed, side=96):
    """Returns a small picture that is unique to its seed."""
    pixels = random.Random(seed).randbytes(side * side * 3)
    file = io.BytesIO()
    Image.frombytes("RGB", (side, side), pixels).save(file, "JPEG", quality=92)
    return file.getvalue()


class BadLine:
    """
    Sits between a browser and a server, and cuts all connections on request. The server only answers to its own port,
    so requests are rewritten to name that one.
    """

    def __init__(self, server):
        self.server, self.open = server, set()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.server.port))
            except OSError:
                client.close()
                continue
            with self.lock:
                self.open.add((client, server))
            names = [f"localhost:{port}".encode() for port in (self.port, self.server.port)]
            threading.Thread(target=self._pump, args=(client, server, *names), daemon=True).start()
            threading.Thread(target=self._pump, args=(server, client), daemon=True).start()

    @staticmethod
    def _pump(one, other, name=b"", inner=b""):
        rest = b""
        try:
            while data := one.recv(1 << 14):
                data = (rest + data).replace(name, inner) if name else data
                # A name may be cut in the middle.
                cut = next((size for size in range(len(name) - 1, 0, -1) if data.endswith(name[:size])), 0)
                data, rest = data[:len(data) - cut], data[len(data) - cut:]
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        """Cuts everything that is in transit."""
        with self.lock:
            pairs, self.open = self.open, set()
        for pair in pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def close(self):
        self.listener.close()
        self.cut()


class SendingCase(CountCase):
    """Has its own browser, bad connection, and server."""

    def make_server(self):
        server = Server("--max-load", "none").start()
        self.addCleanup(server.remove)
        return server

    @property
    def inbox(self):
        return self.server.home / "Pictures/Espy"

    @property
    def stored(self):
        """Returns the SHA-256 of all received files, and the partial files."""
        while True:
            try:
                files = [file for file in self.inbox.rglob("*") if file.is_file()] if self.inbox.exists() else []
                parts = [file for file in files if ".espy-uploads" in file.parts]
                whole = [file for file in files if file not in parts]
                return {hashlib.sha256(file.read_bytes()).hexdigest(): file for file in whole}, whole, parts
            except FileNotFoundError:
                # The last part became a photo, and its folder is gone.
                continue

    @property
    def strip(self):
        return self.page.locator(".sending")

    def send(self, files):
        self.choose(files, button="Send photos")


@on_both_sizes
class Sending(SendingCase):
    """A user has photos on a device, and no library yet."""

    def test_photos_are_sent_once(self):
        self.open("/gallery")
        self.page.evaluate("""() => {
            window.denied = false
            const look = () => { window.denied ||= document.body.innerText.includes('No photos in these folders') }
            new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
        }""")
        self.look("gallery-sending-none")
        files = [sample("count/coins"), sample("count/tarts-5x7")]
        self.send(files)
        expect(self.strip).to_contain_text("2 photos sent")
        expect(self.page.locator(".gallery-pane a[href^='/gallery/photo/']")).to_have_count(2)
        # The page never claimed that there were none.
        self.assertFalse(self.page.evaluate("window.denied"))
        known, whole, parts = self.stored
        self.assertEqual(sorted(known), sorted(hashlib.sha256(file.read_bytes()).hexdigest() for file in files))
        self.assertEqual(parts, [])
        self.assertTrue(all(len(file.relative_to(self.inbox).parts) == 3 for file in whole))
        # Photos that are already there are not sent again, whatever their name.
        asked = len(self.watch.requests)
        self.send({"name": "x.jpg", "mimeType": "image/jpeg", "buffer": files[0].read_bytes()})
        expect(self.strip).to_contain_text("1 was there already")
        self.assertFalse([url for url in self.watch.requests[asked:] if "/uploads/" in url and "offset=" in url])
        self.assertEqual(len(self.stored[1]), 2)
        self.rest()
        self.look("gallery-sending-done", picture=False)
        self.press("Close", within=self.strip)
        expect(self.strip).to_be_hidden()
        self.page.locator(".gallery-pane a[href^='/gallery/photo/']").first.click()
        self.open_info()
        expect(self.page.locator(".fact-list")).to_contain_text("from this computer")

    def test_photos_that_are_dropped_are_sent(self):
        self.open("/gallery")
        expect(self.by("button", "Send photos")).to_be_visible()
        self.drop(sample("count/coins"))
        expect(self.strip).to_contain_text("1 photo sent")
        self.assertEqual(len(self.stored[1]), 1)

    def test_what_is_no_photo_is_named(self):
        self.watch.allow("415")
        self.open("/gallery")
        self.send([{"name": "words.jpg", "mimeType": "image/jpeg", "buffer": b"words"},
                   {"name": "right.jpg", "mimeType": "image/jpeg", "buffer": photo(1)}])
        expect(self.strip).to_contain_text("1 photo sent · 1 has no date and is filed under today · 1 was not accepted")
        expect(self.strip).to_contain_text("words.jpg This is neither a photo nor a video.")
        # It would not be taken the next time either.
        expect(self.by("button", "Try again", within=self.strip)).to_be_hidden()
        self.rest()
        self.look("gallery-sending-refused", picture=False)
        self.assertEqual(len(self.stored[1]), 1)

    def test_it_waits_and_is_paused(self):
        self.watch.allow("507|Failed to load resource|ERR_")
        held = []
        self.page.route("**/gallery/uploads/known", lambda route: held.append(route))
        self.open("/gallery")
        self.send([{"name": f"{seed}.jpg", "mimeType": "image/jpeg", "buffer": photo(seed)} for seed in range(5)])
        expect(self.strip).to_contain_text("0 of 5 sent, 5 waiting")
        expect(self.strip).to_contain_text("You can close this page.")
        # It is in sight, and nothing covers its buttons.
        for name in ("Pause", "Stop"):
            button = self.by("button", name, within=self.strip)
            expect(button).to_be_in_viewport(ratio=1)
            button.click(trial=True)
        self.look("gallery-sending", picture=False)
        self.press("Pause", within=self.strip)
        expect(self.strip).to_contain_text("paused")
        self.page.unroute("**/gallery/uploads/known")
        # A full disk is not a reason to give up.
        full = {"type": "/problems/disk-full", "title": "The disk is full.", "status": 507}
        self.page.route("**/gallery/uploads/*", lambda route: route.fulfill(status=507, json=full, content_type="application/problem+json"))
        self.press("Resume", within=self.strip)
        expect(self.strip).to_contain_text("The disk of the computer that runs Espy is full. Espy will try again automatically.")
        self.look("gallery-sending-waits", picture=False)
        self.page.unroute("**/gallery/uploads/*")
        self.press("Try now", within=self.strip)
        expect(self.strip).to_contain_text("5 photos sent")
        self.assertEqual(len(self.stored[1]), 5)

    def test_the_rest_may_be_given_up(self):
        self.watch.allow("Failed to load resource|ERR_")
        self.page.route("**/gallery/uploads/known", lambda route: route.abort())
        self.open("/gallery")
        self.send({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": photo(1)})
        expect(self.strip).to_contain_text("0 of 1 sent")
        self.press("Stop", within=self.strip)
        expect(self.strip).to_be_hidden()
        self.page.unroute("**/gallery/uploads/known")
        self.page.reload()
        self.rest()
        expect(self.strip).to_be_hidden()
        self.assertEqual(self.stored[1], [])


class BadConnection(SendingCase):
    """A phone sends 500 photos; the connection is cut ten times, the server killed twice and the page closed once."""

    size = "phone"
    COUNT, CUTS, KILLS = 500, 10, 2

    def setUp(self):
        super().setUp()
        # This tests the upload, and not what models see in noise.
        off = ("tagger", "detector", "classifier", "meaning", "language")
        self.server.api("PATCH", "/settings", {f"gallery.{name}": "none" for name in off})
        self.line = BadLine(self.server)
        self.addCleanup(self.line.close)
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.context.close()
        self.context = self.browser.context(self.size, base_url=f"http://localhost:{self.line.port}")
        self.context.set_default_timeout(LONG)
        self.addCleanup(self.context.close)

    def test_nothing_is_lost_and_nothing_doubles(self):
        files = []
        for seed in range(self.COUNT):
            files.append(self.folder / f"IMG_{seed:04}.jpg")
            files[-1].write_bytes(photo(seed))
        sums = {hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
        self.assertEqual(len(sums), self.COUNT)
        self.page = self.context.new_page()
        self.begin(files)
        self.disturb()
        expect(self.strip).to_contain_text("photos sent", timeout=LONG)
        # If the page was closed before it received an answer, that photo was already there.
        told = [int(count) for count in re.findall(r"(\d+) (?:photos sent|w\w+ there already)", self.strip.inner_text())]
        self.assertEqual(sum(told), self.COUNT)
        self.assertGreaterEqual(told[0], self.COUNT - 5)
        known, whole, parts = self.stored
        self.assertEqual((set(known), len(whole), parts), (sums, self.COUNT, []))
        self.until_all(lambda: self.indexed, self.COUNT)
        status = self.server.api("GET", "/gallery")
        self.assertEqual(status["problems"], 0)
        # Once more: everything is there.
        self.page.close()
        self.page = self.context.new_page()
        asked = []
        self.page.on("request", lambda request: asked.append(request.url))
        self.begin(files)
        expect(self.strip).to_contain_text("500 were there already", timeout=LONG)
        expect(self.strip).not_to_contain_text("sent")
        self.assertEqual([url for url in asked if "/uploads/" in url and "offset=" in url], [])
        self.assertEqual(len(self.stored[1]), self.COUNT)

    def begin(self, files):
        self.open("/gallery")
        with self.page.expect_file_chooser() as chooser:
            self.press("Send photos")
        chooser.value.set_files(files)

    @property
    def indexed(self):
        with sqlite3.connect(self.server.home / "data/espy/gallery/gallery.sqlite", timeout=60) as gallery:
            return gallery.execute("SELECT count(*) FROM photos").fetchone()[0]

    def disturb(self):
        """Each time after a few more have arrived, so that it is always in the middle of the upload."""
        events = ["cut"] * self.CUTS
        events.insert(3, "kill")
        events.insert(6, "close")
        events.insert(9, "kill")
        for number, event in enumerate(events):
            wanted = (number + 1) * self.COUNT // (len(events) + 2)
            self.until(lambda: len(self.stored[1]) >= wanted, lambda: f"{len(self.stored[1])} of {wanted}")
            self.assertLess(len(self.stored[1]), self.COUNT)
            if event == "close":
                self.until(lambda: "You can close this page" in self.strip.inner_text(), "it cannot be closed")
                self.page.close()
                self.page = self.context.new_page()
                self.open("/gallery")
            else:
                if event == "kill":
                    self.server.kill()
                    self.line.cut()
                    self.server.start()
                self.line.cut()


@on_both_sizes
class FromADevice(SharedCase):
    """A paired phone uploads over an unencrypted network; then it is revoked."""

    def make_server(self):
        server = Server("--lan", "--max-load", "none").start()
        self.addCleanup(server.remove)
        return server

    def test_who_sent_it_is_told(self):
        self.enter_paired()
        self.watch.allow("401|Failed to load resource")
        self.open("/gallery")
        self.assertFalse(self.page.evaluate("isSecureContext"))
        self.choose({"name": "IMG_20240503_101112.jpg", "mimeType": "image/jpeg", "buffer": photo(1)}, button="Send photos")
        expect(self.page.locator(".sending")).to_contain_text("1 photo sent")
        files = [str(file.relative_to(self.server.home)) for file in (self.server.home / "Pictures").rglob("*.jpg")]
        self.assertEqual(files, ["Pictures/Espy/2024/05/IMG_20240503_101112.jpg"])
        self.page.locator(".gallery-pane a[href^='/gallery/photo/']").click()
        self.open_info()
        name = self.server.api("GET", "/devices")[0]["name"]
        expect(self.page.locator(".fact-list")).to_contain_text(f"by {name}")

    def test_put_out_it_must_be_paired_again_and_goes_on(self):
        self.enter_paired()
        self.watch.allow("401|Failed to load resource")
        self.open("/gallery")
        self.server.api("DELETE", f"/devices/{self.server.api('GET', '/devices')[0]['id']}")
        self.choose({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": photo(1)}, button="Send photos")
        self.page.wait_for_url("**/pair?from=*")
        self.assertFalse((self.server.home / "Pictures").exists())
        self.pair(self.server.api("GET", "/pairing")["code"])
        expect(self.page.get_by_text("This device can now use Espy.")).to_be_visible()
        self.open("/gallery")
        self.until(lambda: list((self.server.home / "Pictures").rglob("*.jpg")), "it was not sent")


class Checksums(SendingCase):
    """The page's SHA-256 is correct."""

    def test_it_is_the_checksum_of_others(self):
        self.open("/gallery")
        numbers = random.Random(7)
        texts = [b"", b"abc", *(numbers.randbytes(size) for size in (1, 55, 56, 63, 64, 65, 119, 128, 1000, (1 << 20) + 77))]
        computed = self.page.evaluate("""async (texts) => {
            const { checksum, Sha256 } = await import('/app/gallery/sending/sha256.js')
            const bytes = texts.map((text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16)))
            const pieces = (all) => {
                const sum = new Sha256()
                for (let at = 0, step = 1; at < all.length; at += step, step = (step * 7) % 1013 + 1) sum.update(all.subarray(at, at + step))
                return sum.digest()
            }
            return Promise.all(bytes.map(async (all) => [await checksum(new Blob([all])), pieces(all)]))
        }""", [text.hex() for text in texts])
        self.assertEqual(computed, [[hashlib.sha256(text).hexdigest()] * 2 for text in texts])


@on_both_sizes
class Inbox(SendingCase):
    """The owner decides where photos of devices go."""

    def test_another_folder_or_none(self):
        other = self.server.home / "Phone"
        other.mkdir()
        self.open("/settings")
        section = self.page.locator(".inbox")
        expect(section).to_contain_text("Pictures/Espy")
        self.press("Choose a folder", within=section)
        self.press("Phone", within=self.page.locator("dialog[open]"))
        expect(self.page.locator("dialog[open] .folder-path")).to_have_text(str(other))
        self.press("Use this folder", within=self.page.locator("dialog[open]"))
        expect(section).to_contain_text(str(other))
        self.press("Accept no photos", within=section)
        expect(section).to_contain_text("No photos are accepted from devices.")
        self.open("/gallery")
        expect(self.page.get_by_role("button", name="Choose a folder")).to_be_visible()
        expect(self.page.get_by_role("button", name="Send photos")).to_be_hidden()
