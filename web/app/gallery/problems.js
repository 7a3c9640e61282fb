import { api } from '../api.js'
import { h } from '../dom.js'
import { load, messageState } from '../states.js'
import { galleryHeader } from './header.js'
import { strings } from '../strings.js'
import { problems as texts } from './texts.js'

/** Files that could not be read, with the reasons. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const body = h('div', {})
  root.append(galleryHeader('problems'), body)
  const { signal } = context
  return load(body, signal, () => api.gallery.problems({ signal }), (problems) => (
    problems.length > 0 ? table(problems) : messageState({ icon: 'check', title: texts.none.title, text: texts.none.text })))
}

function table(problems) {
  return h('div', { class: 'table-frame', tabindex: '0', role: 'region', 'aria-label': strings.gallery.titles.problems }, h('table', { class: 'table' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, texts.path), h('th', { scope: 'col' }, texts.reason))),
    h('tbody', {}, problems.map(({ path, reason }) => h('tr', {}, h('td', { class: 'photo-path' }, path), h('td', {}, reason))))))
}
