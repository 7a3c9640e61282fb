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
 * Lists what to check in a box, with a link to each well; null if there is nothing to check.
 *
 * @param {{entry: object, result: object, corrections?: object}} record
 * @returns {HTMLElement | null}
 */
export function warnings({ entry, result, corrections }) {
  if (entry.kind !== 'rack') return null
  const found = new Box(result, corrections ?? {}).warnings
  if (found.length === 0) return null
  return h('section', { class: 'entry-warnings' },
    h('h2', {}, icon('warning'), texts.title),
    h('ul', { class: 'warnings' }, found.map((warning) => h('li', {}, warningText(warning), wellLinks(warning, entry)))))
}

function wellLinks({ wells, outside }, { id }) {
  const link = (well, label) => h('a', { class: 'well-link', href: `/rack?entry=${id}&well=${encodeURIComponent(well)}`,
    'aria-label': fill(texts.show, { well: label }) }, label)
  const rest = wells.length - MOST
  if (wells.length === 0 && !outside) return null
  return h('span', { class: 'well-links' },
    outside && link(outside, texts.showOutside), wells.slice(0, MOST).map((well) => link(well, well)),
    rest > 0 && h('span', {}, fill(strings.rack.summary.more, { count: rest })))
}
