import { h } from '../dom.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'

/** Shown by a page that needs a server, if there is none. @type {import('../router.js').Mount} */
export function mount(root) {
  const { title, text, rack } = strings.here.needsServer
  root.append(h('header', { class: 'page-head' }, h('h1', {}, document.title.split(' · ')[0])), messageState({
    icon: 'info', title, text, actions: [h('a', { class: 'button', href: '/rack' }, rack)],
  }))
}
