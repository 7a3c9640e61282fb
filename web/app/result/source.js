import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.intake.source
/** Maximum number of links to other pages. */
const MOST = 20

/**
 * Returns notes on the origin of a picture: pages of its file that were left out, with a link to each, frames, and
 * damage.
 *
 * @param {{page?: number, pages?: number, frames?: number, shown?: number}} result
 * @param {{photo?: string | null, page: 'count' | 'rack' | 'shelf'}} of `photo` is the server's ID
 * @returns {Node[]}
 */
export function sourceNotes({ page, pages, frames, shown }, { photo, page: verb }) {
  const notes = []
  if (pages) notes.push(h('span', {}, fill(texts.pages, { page, pages }), ...pageLinks(photo, verb, page, pages)))
  if (frames) notes.push(h('span', {}, fill(texts.frames, { frames })))
  if (shown !== undefined) notes.push(h('span', {}, shown < 1 ? fill(texts.cut, { percent: Math.floor(shown * 100) }) : texts.damaged))
  return notes
}

/** A photo stored with an entry has no other pages. */
function pageLinks(photo, verb, page, pages) {
  if (!photo || photo.includes('.')) return []
  const [file] = photo.split('~')
  const others = Array.from({ length: Math.min(pages, MOST) }, (_, index) => index + 1).filter((other) => other !== page)
  return others.flatMap((other) => [' ',
    h('a', { href: `/${verb}?photo=${other === 1 ? file : `${file}~${other}`}` }, fill(texts.page, { page: other }))])
}
