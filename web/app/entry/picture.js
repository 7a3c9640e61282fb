import { api } from '../api.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { found } from '../history/words.js'
import { errorState, loadingState } from '../states.js'
import { strings } from '../strings.js'

const texts = strings.entry.photo

/**
 * The photo with its marks, for as long as the server has it; then why it is gone, and the small picture.
 *
 * @param {{entry: object, photo?: string | null}} record
 * @param {AbortSignal} signal ends with the view
 * @param {(isThere: boolean) => void} onKnown whether the photo can be exported
 */
export function picture({ entry, photo }, signal, onKnown) {
  const figure = h('figure', { class: 'entry-picture' }, loadingState(texts.loading))
  const show = async () => {
    try {
      const blob = await api.history.annotated(entry.id, { signal })
      if (signal.aborted) return
      figure.replaceChildren(marked(entry, blob, signal))
      onKnown(true)
    } catch (error) {
      if (signal.aborted || api.isAbort(error)) return
      const isGone = error?.status === 410
      figure.replaceChildren(...(isGone ? remains(entry) : [errorState(error, show)]))
      onKnown(false)
      if (error instanceof api.Unreachable) api.connection.addEventListener('found', show, { once: true, signal })
    }
  }
  if (photo) show()
  else figure.replaceChildren(...remains(entry))
  return figure
}

function marked(entry, blob, signal) {
  const url = URL.createObjectURL(blob)
  signal.addEventListener('abort', () => URL.revokeObjectURL(url))
  return h('a', { href: api.history.annotatedURL(entry.id), target: '_blank', rel: 'noopener', title: texts.large },
    h('img', { src: url, alt: fill(texts.alt[entry.kind], { found: found(entry) }) }))
}

function remains(entry) {
  return [
    h('img', { class: 'entry-remains', src: entry.thumbnail, alt: texts.thumbnail[entry.kind],
      width: 200, height: 200 }),
    h('figcaption', { class: 'hint' }, texts.gone),
  ]
}
