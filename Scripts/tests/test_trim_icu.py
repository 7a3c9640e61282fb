"""Tests of Scripts/trim-icu. Run with: python3 -m unittest discover Scripts/tests"""

import importlib.machinery
import importlib.util
import pathlib
import struct
import unittest

path = pathlib.Path(__file__).parent.parent / "trim-icu"
spec = importlib.util.spec_from_loader("trim_icu", importlib.machinery.SourceFileLoader("trim_icu", str(path)))
trim_icu = importlib.util.module_from_spec(spec)
spec.loader.exec_module(trim_icu)

# A header of 32 bytes, as ICU writes it.
HEADER = struct.pack("<HH", 32, 0x27DA).ljust(12, b"\0") + b"CmnD".ljust(20, b"\0")


class Package(unittest.TestCase):
    def test_what_was_packed_is_found_again(self):
        kept = [("icudt76l/a.res", b"one"), ("icudt76l/zone/b.icu", b"second" * 9)]
        found = dict(trim_icu.entries(trim_icu.packed(HEADER, kept)))
        self.assertEqual({name: content.rstrip(b"\0") for name, content in found.items()}, dict(kept))

    def test_contents_begin_at_multiples_of_sixteen_bytes(self):
        data = trim_icu.packed(HEADER, [("icudt76l/a", b"x"), ("icudt76l/b", b"y" * 17), ("icudt76l/c", b"z")])
        count = struct.unpack_from("<I", data, 32)[0]
        places = [struct.unpack_from("<II", data, 36 + 8 * number)[1] for number in range(count)]
        self.assertEqual([place % 16 for place in places], [0, 0, 0])

    def test_other_languages_and_encodings_go(self):
        names = ["af.res", "coll/root.res", "coll/zh.res", "en.res", "en_US.res", "zone/sr_Latn_BA.res", "zoneinfo64.res",
                 "pool.res", "units.res", "macos-2566-10.2.cnv", "brkitr/cjdict.dict", "nfkc.nrm", "res_index.res"]
        data = trim_icu.packed(HEADER, [("icudt76l/" + name, b"x") for name in names])
        kept = [name.partition("/")[2] for name, _ in trim_icu.entries(trim_icu.trimmed(data))]
        self.assertEqual(kept, ["coll/root.res", "en.res", "en_US.res", "zoneinfo64.res", "pool.res", "units.res", "nfkc.nrm",
                                "res_index.res"])

    def test_anything_else_is_refused(self):
        with self.assertRaises(SystemExit):
            list(trim_icu.entries(bytes(64)))


if __name__ == "__main__":
    unittest.main()
