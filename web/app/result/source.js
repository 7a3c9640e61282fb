import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.intake.source
/** So many other pages are linked to. */
const MOST = 20

/**
 * What a person should know of where a picture comes from: pages of its file that were left out, with the way to each,
 * frames, and damage.
 *
 * @param {{page?: number, pages?: number, frames?: number, shown?: number}} result
 * @param {{photo?: string | null, page: 'count' | 'rack' | 'shelf'}} of `photo` is what the server calls it
 * @returns {Node[]}
 */
export function sourceNotes({ page, pages, frames, shown }, { photo, page: verb }) {
  const notes = []
  if (pages) notes.push(h('span', {}, fill(texts.pages, { page, pages }), ...pageLinks(photo, verb, page, pages)))
  if (frames) notes.push(h('span', {}, fill(texts.frames, { frames })))
  if (shown !== undefined) notes.push(h('span', {}, shown < 1 ? fill(texts.cut, { percent: Math.floor(shown * 100) }) : texts.damaged))
  return notes
}

/** To a copy of the history there are no other pages. */
function pageLinks(photo, verb, page, pages) {
  if (!photo || photo.includes('.')) return []
  const [file] = photo.split('~')
  const others = Array.from({ length: Math.min(pages, MOST) }, (_, index) => index + 1).filter((other) => other !== page)
  return others.flatMap((other) => [' ',
    h('a', { href: `/${verb}?photo=${other === 1 ? file : `${file}~${other}`}` }, fill(texts.page, { page: other }))])
}
