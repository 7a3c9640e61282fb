"""Files that a plain server gives, which knows nothing of Espy."""
import http.server

# Counts the frames that a page hands to a worker.
COUNT_FRAMES = """(() => {
  const post = Worker.prototype.postMessage
  window.frames = 0
  Worker.prototype.postMessage = function (...all) { window.frames += 1; return post.apply(this, all) }
})()"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A file server that writes no log."""

    def log_message(self, *_):
        pass
