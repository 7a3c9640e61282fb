import { here } from '../device/here.js'
import { h } from '../dom.js'
import { fill, formatDate, formatTime, daysAgo, machineDate } from '../format.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { makeSwipeable } from './swipe.js'
import { boxSize, found } from './descriptions.js'

const texts = strings.history

/**
 * One entry in the list.
 *
 * @param {object} entry
 * @param {{onDelete: () => void, onFavorite: (isOn: boolean) => void}} handlers
 * @returns {HTMLLIElement}
 */
export function entryRow(entry, { onDelete, onFavorite }) {
  const row = h('li', { class: 'entry-row', dataset: { id: entry.id } },
    h('div', { class: 'entry-behind', 'aria-hidden': 'true' }, icon('trash'), texts.delete),
    h('div', { class: 'entry-front' },
      link(entry),
      favoriteButton(entry, onFavorite),
      h('button', { class: 'button-icon', type: 'button', 'aria-label': fill(texts.deleteOf, entry),
        title: texts.delete, onclick: onDelete }, icon('trash'))))
  makeSwipeable(row, onDelete)
  return row
}

function link(entry) {
  return h('a', { class: 'entry-link', href: `/history/${entry.id}` },
    h('img', { class: 'entry-thumbnail', src: entry.thumbnail, alt: '', width: 64, height: 64,
      loading: 'lazy', decoding: 'async' }),
    h('span', { class: 'entry-words' },
      h('span', { class: 'entry-found' }, icon(entry.kind), found(entry)),
      h('span', { class: 'entry-title' }, entry.title),
      h('span', { class: 'entry-facts hint' }, facts(entry).flatMap((fact, at) => [at > 0 && ' · ', fact])),
      entry.note && h('span', { class: 'entry-note hint' }, entry.note)))
}

/** The dots make screen readers pause: they read the words as one sentence. */
function facts(entry) {
  const text = daysAgo(entry.time) < 2 ? formatTime(entry.time) : formatDate(entry.time)
  const when = h('time', { datetime: machineDate(entry.time), title: formatDate(entry.time) }, text)
  return [when, boxSize(entry), entry.corrected && texts.corrected, entry.isHere && !here.isAlone && strings.here.read,
    entry.confirmation && fill(texts.confirmedBy, entry.confirmation)].filter(Boolean)
}

/** @param {{title: string, favorite: boolean}} entry @param {(isOn: boolean) => void} onFavorite */
export function favoriteButton(entry, onFavorite) {
  const button = h('button', { class: 'button-icon favorite', type: 'button', title: texts.favorite,
    'aria-label': fill(texts.favoriteOf, entry) })
  const show = (isOn) => {
    button.setAttribute('aria-pressed', String(isOn))
    button.replaceChildren(icon(isOn ? 'star-full' : 'star'))
  }
  button.addEventListener('click', () => onFavorite(button.getAttribute('aria-pressed') !== 'true'))
  button.addEventListener('show', ({ detail }) => show(detail))
  show(entry.favorite)
  return button
}
