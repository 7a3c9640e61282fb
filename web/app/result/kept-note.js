import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.result

/**
 * Says whether a result is saved, with a link to its entry in the history once it is.
 *
 * @param {import('./session.js').UndoSession} session
 * @param {string} [unkept] why it is not in the history although it should be
 */
export function keptNote(session, unkept) {
  const element = h('span', { class: 'kept-note' })
  const tell = (isSaving) => element.replaceChildren(isSaving ? texts.saving : stateOf(session.saver, unkept))
  session.on('saving', tell)
  tell(false)
  return element
}

function stateOf({ entry, isKept, isWaiting }, unkept) {
  if (!entry) return unkept ? fill(texts.unkeptWhy, { why: unkept }) : texts.unkept
  if (isKept) return h('a', { href: `/history/${entry.id}` }, texts.kept)
  return isWaiting ? texts.waiting : texts.notSaved
}
