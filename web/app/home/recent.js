import { api } from '../api.js'
import { h } from '../dom.js'
import { found } from '../history/descriptions.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.home
const MOST = 6

/**
 * Shows the latest results, if there are any.
 *
 * @param {HTMLElement} place @param {import('../router.js').Context} context @param {string} [kind] only of one kind
 */
export async function showRecent(place, { signal }, kind) {
  // The page is complete without them: the banner and the history report problems.
  const { entries } = await api.history.list({ kind, limit: MOST }, { signal }).catch(() => ({ entries: [] }))
  if (signal.aborted || entries.length === 0) return
  place.hidden = false
  place.replaceChildren(
    h('div', { class: 'home-recent-head' }, h('h2', {}, texts.recent), h('a', { href: kind ? `/history?kind=${kind}` : '/history' }, texts.all)),
    h('ul', { class: 'home-entries' }, entries.slice(0, MOST).map((entry) => h('li', {},
      h('a', { class: 'home-entry', href: `/${entry.kind}?entry=${entry.id}` },
        h('img', { src: entry.thumbnail, alt: '', width: 64, height: 64, decoding: 'async' }),
        h('span', { class: 'entry-words' }, h('span', { class: 'entry-found' }, icon(entry.kind), found(entry)),
          h('span', { class: 'entry-title' }, entry.title)))))))
}
