import { api } from '../api.js'
import { fromServer } from '../count/corrections.js'
import { describerFor } from '../count/describe.js'
import { marksOf as countMarks } from '../count/marks.js'
import { countedRegions } from '../count/regions.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { found } from '../history/descriptions.js'
import { pictureOf } from '../intake/kept.js'
import { Box } from '../rack/box.js'
import { marksOf as rackMarks } from '../rack/marks.js'
import { wellText } from '../rack/descriptions.js'
import { booksOf } from '../shelf/books.js'
import { fromServer as shelfCorrections } from '../shelf/corrections.js'
import { bookIdOf, bookMarks, codeIndexOf, codeMarks } from '../shelf/marks.js'
import { bookText, codeText } from '../shelf/descriptions.js'
import { errorState } from '../states.js'
import { strings } from '../strings.js'
import { PhotoViewer } from '../viewer/viewer.js'

const texts = strings.entry.photo
const overlays = { count: countOverlay, rack: rackOverlay, shelf: shelfOverlay }

/**
 * The photo with its marks, zoomable, as long as the server has it; after that, the reason why it is gone and the
 * thumbnail.
 *
 * @param {{entry: object, result: object, corrections?: object, photo?: string | null}} record
 * @param {AbortSignal} signal aborts with the view
 * @param {(isThere: boolean) => void} onKnown called with whether the photo can be exported
 * @returns {{element: HTMLElement, viewer: () => PhotoViewer | undefined}}
 */
export function picture(record, signal, onKnown) {
  const figure = h('figure', { class: 'entry-picture' })
  let viewer
  const show = async () => {
    viewer = viewerIn(figure, record)
    signal.addEventListener('abort', () => viewer.close(), { once: true })
    try {
      const { photo, result } = record
      await viewer.setPhoto(await pictureOf(photo, result), result.width, result.height)
      if (!signal.aborted) onKnown(true)
    } catch {
      if (signal.aborted) return
      viewer.close()
      onKnown(false)
      // Browsers do not say why an image failed to load.
      if (await api.connection.check()) figure.replaceChildren(...remains(record.entry))
      else retryLater(figure, show, signal)
    }
  }
  if (record.photo) show()
  else figure.replaceChildren(...remains(record.entry))
  return { element: figure, viewer: () => viewer }
}

function viewerIn(figure, record) {
  const { entry, result } = record
  const { marks, describe, regions } = overlays[entry.kind](record)
  const stage = h('div', { class: 'entry-stage' })
  stage.style.setProperty('--photo', `${result.width} / ${result.height}`)
  const caption = h('figcaption', { class: 'hint' }, texts.hint)
  figure.replaceChildren(stage, caption)
  const viewer = new PhotoViewer(stage, { label: fill(texts.alt[entry.kind], { found: found(entry) }), describe })
  viewer.setMarks(marks)
  viewer.setShade(null, [], regions)
  viewer.on('select', ({ mark }) => { caption.textContent = mark ? describe(mark) : texts.hint })
  return viewer
}

function countOverlay({ result, corrections }) {
  const all = fromServer(corrections)
  return {
    marks: countMarks(result, all), describe: describerFor({ result, corrections: all }), regions: countedRegions(result, all),
  }
}

function rackOverlay({ result, corrections }) {
  const box = new Box(result, corrections ?? {})
  return { marks: rackMarks(box), describe: ({ id }) => wellText(box.well(id)) }
}

function shelfOverlay({ result, corrections }) {
  const books = booksOf(result, shelfCorrections(corrections)).filter(({ isRemoved }) => !isRemoved)
  const describe = ({ id }) => {
    const book = books.find((each) => each.id === bookIdOf(id))
    return book ? bookText(book) : codeText(result.barcodes[codeIndexOf(id)])
  }
  return { marks: [...bookMarks(books), ...codeMarks(result.barcodes)], describe }
}

function retryLater(figure, show, signal) {
  figure.replaceChildren(errorState(new api.Unreachable(), show))
  api.connection.addEventListener('found', show, { once: true, signal })
}

function remains(entry) {
  return [
    h('img', { class: 'entry-remains', src: entry.thumbnail, alt: texts.thumbnail[entry.kind],
      width: 200, height: 200 }),
    h('figcaption', { class: 'hint' }, texts.gone),
  ]
}
