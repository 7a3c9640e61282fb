"""The dataclasses match docs/openapi.yaml and the program's output."""

from __future__ import annotations

import dataclasses
import typing
import unittest
from typing import Any

import espy
from espy import decoding, results

from . import support
from .small_yaml import read_yaml

# The schema of each dataclass.
SCHEMAS = {
    results.Count: "Count", results.Cluster: "Count.clusters", results.Stage: "Count.stages", results.Models: "Models",
    results.Recipe: "Count.recipe", results.RecipeWords: "RecipeWords", results.Review: "Count.review",
    results.CountParameters: "CountParameters", results.Region: "CountParameters.regions",
    results.Constants: "CountParameters.constants",
    results.Measuring: "Measuring", results.Reference: "Measuring.reference",
    results.Detection: "Detection", results.Size: "Size", results.Scale: "LengthScale", results.Sizes: "SizeSummary",
    results.Spread: "Spread", results.Histogram: "Spread.histogram", results.CountAlternative: "CountAlternative",
    results.Candidate: "CountCandidate",
    results.CountPart: "CountPart",
    results.Range: "Range", results.Rect: "Rect", results.Point: "Point", results.Quad: "Quad",
    results.Rack: "Rack", results.RackCode: "Code", results.Vial: "Vial", results.Interpretation: "Interpretation",
    results.StructuredAppend: "StructuredAppend", results.Cell: "Rack.cells", results.Duplicate: "Rack.duplicates",
    results.RackWarning: "Rack.warnings", results.Place: "Places",
    results.Shelf: "Shelf", results.Spine: "Spine", results.Book: "Spine.book", results.Barcode: "Shelf.barcodes",
    results.TextRegion: "Shelf.text", results.Guidance: "Shelf.guidance", results.Timings: "Shelf.timings",
    results.Tag: "GalleryTag",
}
# Parts that the API description omits, because only tagging has them.
NOT_DESCRIBED = {results.Answer, results.Tags, results.Color, results.Code}
# Parts of exports and comparisons only, which no worker writes.
NOT_FROM_WORKERS = {"audit", "comparison"}
NAMES = {"integer": int, "number": float, "string": str, "boolean": bool}


class SchemaTests(unittest.TestCase):
    schemas: dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        text = (support.ROOT / "docs" / "openapi.yaml").read_text(encoding="utf-8")
        cls.schemas = read_yaml(text[text.index("\n  schemas:\n"):])["schemas"]

    def schema(self, place: str) -> dict[str, Any]:
        name, _, inner = place.partition(".")
        found = self.schemas[name]
        if inner:
            found = found["properties"][inner]
        return found["items"] if "items" in found else found

    def resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            schema = self.schemas[schema["$ref"].rpartition("/")[2]]
        return schema

    def test_every_dataclass_has_its_schema(self) -> None:
        every = {cls for cls in vars(results).values() if dataclasses.is_dataclass(cls)}
        self.assertEqual(every - NOT_DESCRIBED, set(SCHEMAS))

    def test_dataclasses_have_the_fields_of_their_schemas(self) -> None:
        for cls, place in SCHEMAS.items():
            schema, fields = self.schema(place), decoding.keys(cls)
            with self.subTest(cls=cls.__name__):
                self.assertEqual({key for _, key, _, _ in fields}, set(schema["properties"]) - NOT_FROM_WORKERS)
                needed = {key for _, key, _, is_needed in fields if is_needed}
                self.assertEqual(needed, set(schema.get("required", ())) - {"file"})
            for name, key, hint, _ in fields:
                with self.subTest(cls=cls.__name__, field=name):
                    self.check(hint, schema["properties"][key])

    def check(self, hint: Any, schema: dict[str, Any]) -> None:
        """Whether a type matches."""
        if hint is Any:
            return
        schema = self.resolved(schema)
        options = [kind for kind in typing.get_args(hint) if kind is not type(None)]
        if typing.get_origin(hint) is tuple:
            self.assertEqual(schema["type"], "array")
            self.check(options[0], schema["items"])
        elif len(options) == 1:
            self.check(options[0], schema)
        elif dataclasses.is_dataclass(hint):
            place = self.schema(SCHEMAS[hint])
            self.assertEqual((schema.get("type"), schema["properties"]), ("object", place["properties"]))
        else:
            self.assertIs(NAMES[schema["type"]], hint)

    def test_what_has_to_be_there_is_told_where_it_is_not(self) -> None:
        with self.assertRaisesRegex(ValueError, "Count without"):
            decoding.decode(results.Count, {"width": 1})


@unittest.skipUnless(support.program(), support.NEEDS_PROGRAM)
class ProgramTests(unittest.TestCase):
    def test_boxes(self) -> None:
        rack = espy.rack(support.SAMPLES / "rack" / "box-9x9.jpg", grid="9x9")
        self.assertEqual((rack.rows, rack.cols), (9, 9))
        self.assertEqual(len(rack.vials), rack.count("read"))
        self.assertIn("81", repr(rack).replace("Rack(9x9: ", "") + str(len(rack.cells)))
        self.assertIn("<polygon", rack._repr_html_())
        self.assertIn("data:image/jpeg;base64,", rack._repr_html_())

    def test_photos_come_as_bytes_and_files(self) -> None:
        path = support.SAMPLES / "rack" / "box-9x9.jpg"
        with path.open("rb") as file:
            from_file = espy.rack(file)
        self.assertEqual(from_file, espy.rack(path.read_bytes()))
        self.assertEqual(from_file.vials, espy.rack(str(path)).vials)

    def test_errors_are_raised(self) -> None:
        with self.assertRaises(espy.EspyError) as caught:
            espy.rack(b"not a photo")
        self.assertEqual(caught.exception.kind, "notAnImage")
        with self.assertRaises(espy.WorkerRefused):
            espy.rack(b"", no_such_option=1)

    def test_every_field_is_in_what_the_program_writes(self) -> None:
        raw = espy.rack(support.SAMPLES / "rack" / "box-9x9.jpg").raw
        self.assertLessEqual({key for _, key, _, needed in decoding.keys(results.Rack) if needed}, set(raw))
        try:
            tags = espy.tag(support.png(200, 100))
        except espy.WorkerRefused as error:
            self.skipTest(f"nothing tags photos here: {error}")
        self.assertEqual((tags.width, tags.height), (200, 100))
        self.assertTrue(tags.colors)
        self.assertIn("<img", tags._repr_html_())

    def tearDown(self) -> None:
        espy.close()


if __name__ == "__main__":
    unittest.main()
