import { fill } from '../../format.js'
import { strings } from '../../strings.js'

const texts = strings.shelf.keys

/** Handles the keys of the live view. */
export function addLiveKeys(page, { query, keys, navigate }) {
  if (!query.has('live')) return keys.add([{ keys: ['w'], text: texts.live, run: () => navigate('/shelf?live') }])
  /** Keys that apply only while the camera is on. */
  const onLive = (work) => () => (page.live ? work(page.live) : false)
  keys.add([
    { keys: [' ', 's'], text: texts.keep, run: onLive((live) => live.keep()) },
    ...['spines', 'text', 'barcodes'].map((name, index) => ({
      keys: [String(index + 1)], text: fill(texts.layer, { name: strings.shelf.layers[name] }), run: onLive(({ view }) => view.layers.toggle(name)),
    })),
    { keys: ['l'], text: texts.list, run: onLive(({ view }) => view.list.focus()) },
    { keys: ['Escape'], text: texts.letGo, run: onLive(({ view }) => (view.chosen === null ? false : view.choose(null))) },
    { keys: ['q'], text: texts.stop, run: onLive(() => navigate('/shelf')) },
  ])
}
