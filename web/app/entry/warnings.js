import { adviceFor } from '../count/advice.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { Box } from '../rack/box.js'
import { warningText } from '../rack/descriptions.js'
import { strings } from '../strings.js'

const texts = strings.rack.warnings
/** Maximum number of wells named; the page of the box steps through all of them. */
const MOST = 12

/**
 * Points to check in a box, with links to the wells, or what limits a count or the reading of a shelf; nothing if there are
 * none.
 *
 * @param {{entry: object, result: object, corrections?: object}} record
 * @returns {HTMLElement | null}
 */
export function warnings({ entry, result, corrections }) {
  const lines = {
    count: () => adviceFor(result, entry.count, { ...strings.count.advice, recipe: strings.recipes }).map(({ title, text }) => [[title, text].filter(Boolean).join('. ')]),
    shelf: () => result.warnings.map((kind) => [strings.shelf.warnings[kind]]),
    rack: () => boxLines(new Box(result, corrections ?? {}), entry),
  }[entry.kind]()
  if (lines.length === 0) return null
  return h('section', { class: 'entry-warnings' },
    h('h2', {}, icon('warning'), texts.title),
    h('ul', { class: 'warnings' }, lines.map((line) => h('li', {}, line))))
}

const boxLines = (box, entry) => box.warnings.map((warning) => [warningText(warning), wellLinks(warning, box, entry)])

function wellLinks({ wells, outside }, box, { id }) {
  const link = (well, label) => h('a', { class: 'well-link', href: `/rack?entry=${id}&well=${encodeURIComponent(well)}`,
    'aria-label': fill(texts.show, { well: label }) }, label)
  const rest = wells.length - MOST
  if (wells.length === 0 && !outside) return null
  return h('span', { class: 'well-links' },
    outside && link(outside, texts.showOutside), wells.slice(0, MOST).map((well) => link(well, box.nameOf(well))),
    rest > 0 && h('span', {}, fill(strings.rack.summary.more, { count: rest })))
}
