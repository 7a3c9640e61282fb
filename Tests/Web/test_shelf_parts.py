"""The purely computing parts of the live view, run in the browser."""
from support.case import PageCase

FRAME = {"width": 200, "height": 100}


class Parts(PageCase):
    """Modules of the page, one by one."""

    def setUp(self):
        super().setUp()
        self.open("/shelf")

    def run_part(self, name, body, argument=None):
        """Returns the result of a function of a module for an argument."""
        return self.page.evaluate(
            f"async (argument) => ({body})(await import('/app/shelf/{name}.js'), argument)", argument)

    def transform(self, view, options, point):
        """Maps a point of the frame to the view, and back to the frame."""
        return self.run_part("live/transform", """({ FrameTransform }, { frame, view, options, point }) => {
          const transform = new FrameTransform(frame, view, options)
          const seen = transform.toView(point)
          return [seen, transform.toFrame(seen)]
        }""", {"frame": FRAME, "view": view, "options": options, "point": point})

    def test_transform(self):
        cases = [
            # The same size as the view.
            ({"width": 200, "height": 100}, {}, [20, 10], [20, 10]),
            # Covering a square: half of the width is cut off.
            ({"width": 100, "height": 100}, {"fit": "cover"}, [100, 50], [50, 50]),
            ({"width": 100, "height": 100}, {"fit": "cover"}, [0, 0], [-50, 0]),
            # Fitting into it: there is room above and below.
            ({"width": 100, "height": 100}, {"fit": "contain"}, [0, 0], [0, 25]),
            ({"width": 100, "height": 100}, {"fit": "contain"}, [200, 100], [100, 75]),
            # A tall view, as on a phone.
            ({"width": 300, "height": 600}, {"fit": "cover"}, [100, 100], [150, 600]),
            # In a mirror, left is right.
            ({"width": 400, "height": 200}, {"isMirrored": True}, [20, 10], [360, 20]),
            ({"width": 100, "height": 100}, {"fit": "contain", "isMirrored": True}, [0, 0], [100, 25]),
        ]
        for view, options, point, expected in cases:
            seen, back = self.transform(view, options, point)
            self.assertEqual(seen, expected, (view, options))
            self.assertEqual([round(value, 9) for value in back], point, (view, options))

    def test_mirrored_quad_begins_at_its_upper_left(self):
        quad = self.run_part("live/transform", """({ FrameTransform }, frame) => (
          new FrameTransform(frame, frame, { isMirrored: true }).quad([[10, 20], [30, 20], [30, 80], [10, 80]]))""", FRAME)
        self.assertEqual(quad, [[170, 20], [190, 20], [190, 80], [170, 80]])

    def test_pace(self):
        sides = self.run_part("live/pace", """({ Pace }, trips) => {
          const pace = new Pace()
          return [pace.side, ...trips.map((trip) => { pace.tell(trip); return pace.side })]
        }""", [400, 200, 100, *[1000] * 20, *[10] * 40])
        self.assertEqual(sides[:4], [1280, 1088, 1088, 1197])
        self.assertEqual((sides[23], sides[-1]), (640, 1920))
        waits = self.run_part("live/pace", "({ Pace }, trips) => trips.map((trip) => new Pace().tell(trip))", [10, 160, 300])
        self.assertEqual(waits, [70, 40, 0])

    def test_freshness(self):
        known = self.run_part("live/freshness", """({ FreshLayers }) => {
          const layers = new FreshLayers()
          const told = []
          const tell = (now) => told.push([layers.list('spines', now).length, layers.list('text', now).length])
          const shelf = { outcome: 'processed', width: 4, height: 3, spines: [1, 2], text: [1], guidance: { advice: 'holdSteady' } }
          layers.take(shelf, 1000)
          tell(1600)
          tell(1700)
          // Skipped and failed ones say nothing.
          layers.take(shelf, 2000)
          told.push(layers.take({ outcome: 'skipped', spines: [], text: [] }, 2100))
          told.push(layers.take({ outcome: { failed: {} }, spines: [], text: [] }, 2100))
          tell(2200)
          // A layer that is not told stays as long as it is fresh; one that is empty is gone.
          layers.take({ outcome: 'processed', width: 4, height: 3, spines: [] }, 2300)
          tell(2400)
          tell(2750)
          told.push(layers.guidance(2400) ?? null)
          return told
        }""")
        self.assertEqual(known, [[2, 1], [0, 0], False, False, [2, 1], [0, 1], [0, 0], None])

    def test_advice_names_its_cause(self):
        texts = self.run_part("live/advice", "({ adviceText }, all) => all.map(adviceText)", [
            {"advice": "moveCloser", "cause": "distance", "value": 6.2, "limit": 20},
            {"advice": "straighten", "cause": "tilt", "value": 14.4, "limit": 12},
            {"advice": "holdSteady", "cause": "motion", "value": 0.6, "limit": 0.4},
            {"advice": "pointAtBooks", "cause": "empty", "value": 0, "limit": 1},
        ])
        self.assertEqual(texts, [
            "Too far away: the books are about 6 px wide; move closer.", "The books lean by 14°; hold the camera level.",
            "The camera is moving; hold the camera steady.", "Point the camera at the spines of books.",
        ])

    def test_corrections_come_back_from_the_server(self):
        sent = self.run_part("corrections", """(corrections) => {
          const { none, adding, typing, removing, moving, confirming, toServer, fromServer } = corrections
          const quad = [[0, 0], [10, 0], [10, 50], [0, 50]]
          let all = confirming(typing(removing(none, 2), 1, 'Dune'), 1)
          all = moving(typing(adding(all, 9, quad), 9, 'Emma'), 3, quad)
          const first = toServer(all)
          return [first, toServer(fromServer(JSON.parse(JSON.stringify(first)))), toServer(removing(all, 9))]
        }""")
        self.assertEqual(sent[0], sent[1])
        self.assertEqual((sent[0]["removed"], sent[0]["confirmed"]), ([2], [1]))
        self.assertEqual(sent[0]["texts"], {"1": "Dune", "9": "Emma"})
        # Nothing is left of an added book.
        self.assertEqual((sent[2]["added"], sent[2]["texts"]), ([], {"1": "Dune"}))
