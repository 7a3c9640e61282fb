"""The container image that is made without a container engine: its digests, and what it says of running it."""

import gzip
import hashlib
import io
import json
import os
import pathlib
import subprocess
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class OCILayout(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        with tarfile.open(self.folder / "layer.tar", "w") as layer:
            entry = tarfile.TarInfo("usr/bin/espy")
            entry.size = 4
            layer.addfile(entry, io.BytesIO(b"espy"))

    def make(self, name="image.tar", dockerfile=ROOT / "packaging/Dockerfile"):
        image = self.folder / name
        subprocess.run(
            [ROOT / "Scripts/oci-layout", dockerfile, self.folder / "layer.tar", image], check=True,
            env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}, capture_output=True, text=True)
        with tarfile.open(image) as archive:
            return image, {entry.name: archive.extractfile(entry).read() for entry in archive}

    def follow(self, files, descriptor):
        """What a digest names, which has to be that."""
        kind, digest = descriptor["digest"].split(":")
        data = files.pop(f"blobs/{kind}/{digest}")
        self.assertEqual(hashlib.sha256(data).hexdigest(), digest)
        self.assertEqual(len(data), descriptor["size"])
        return data

    def test_every_digest_is_that_of_what_it_names(self):
        _, files = self.make()
        self.assertEqual(json.loads(files.pop("oci-layout")), {"imageLayoutVersion": "1.0.0"})
        [described] = json.loads(files.pop("index.json"))["manifests"]
        manifest = json.loads(self.follow(files, described))
        config = json.loads(self.follow(files, manifest["config"]))
        [layer] = manifest["layers"]
        unpacked = gzip.decompress(self.follow(files, layer))
        self.assertEqual(config["rootfs"]["diff_ids"], [f"sha256:{hashlib.sha256(unpacked).hexdigest()}"])
        self.assertEqual(unpacked, (self.folder / "layer.tar").read_bytes())
        # Nothing lies there that nothing names.
        self.assertEqual(files, {})

    def test_it_runs_as_the_dockerfile_says(self):
        _, files = self.make()
        [config] = [json.loads(data) for data in files.values() if b'"rootfs"' in data]
        run = config["config"]
        self.assertEqual(run["User"], "10177")
        self.assertEqual(run["Entrypoint"], ["/usr/bin/espy"])
        self.assertEqual(run["Cmd"][:2], ["serve", "--lan"])
        self.assertEqual(run["Volumes"], {"/data": {}})
        self.assertEqual(run["ExposedPorts"], {"8177/tcp": {}})
        self.assertIn("XDG_DATA_HOME=/data", run["Env"])
        check = run["Healthcheck"]
        self.assertEqual(check["Test"][:2], ["CMD", "/bin/busybox"])
        self.assertEqual((check["Interval"], check["Timeout"]), (30 * 10**9, 5 * 10**9))

    def test_made_twice_it_is_equal(self):
        self.assertEqual(self.make()[0].read_bytes(), self.make("again.tar")[0].read_bytes())

    def test_an_instruction_that_nobody_knows_is_refused(self):
        for line in ("SHELL /bin/bash", "CMD espy serve"):
            bad = self.folder / "Dockerfile"
            bad.write_text((ROOT / "packaging/Dockerfile").read_text() + f"\n{line}\n")
            with self.assertRaises(subprocess.CalledProcessError):
                self.make(dockerfile=bad)


if __name__ == "__main__":
    unittest.main()
