"""nginx with its own configuration, serving one folder."""

import gzip
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

# Like Espy: all processors, no log, persistent connections, text compressed once and not for each request.
_CONFIGURATION = """
worker_processes {workers}; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; gzip_static on; gzip_vary on;
    types {{ text/html html; text/javascript js; }}
    open_file_cache max=100;
    client_body_temp_path {folder}/t; proxy_temp_path {folder}/t; fastcgi_temp_path {folder}/t;
    uwsgi_temp_path {folder}/t; scgi_temp_path {folder}/t;
    server {{ listen 127.0.0.1:{port}; root {folder}/files; }}
}}
"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_for(port: int, process: subprocess.Popen, name: str) -> None:
    for _ in range(300):
        if process.poll() is not None:
            raise SystemExit(f"{name} did not start")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"{name} does not answer")


class Nginx:
    def __init__(self, files: list[Path], workers: int):
        binary = shutil.which("nginx") or "/usr/sbin/nginx"
        if not Path(binary).exists():
            raise SystemExit("nginx is missing: apt-get install nginx-light")
        # Its workers run as another user.
        self.folder = Path(tempfile.mkdtemp(prefix="espy-nginx-"))
        self.folder.chmod(0o755)
        (self.folder / "files").mkdir()
        for file in files:
            data = file.read_bytes()
            (self.folder / "files" / file.name).write_bytes(data)
            (self.folder / "files" / f"{file.name}.gz").write_bytes(gzip.compress(data, 9))
        self.port = free_port()
        text = _CONFIGURATION.format(workers=workers, folder=self.folder, port=self.port)
        (self.folder / "nginx.conf").write_text(text)
        self.process = subprocess.Popen([binary, "-c", self.folder / "nginx.conf"], stderr=subprocess.DEVNULL)
        wait_for(self.port, self.process, "nginx")

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
