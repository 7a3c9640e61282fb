import { h } from '../dom.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'

/** What a page shows that needs a server, where there is none. @type {import('../router.js').Mount} */
export function mount(root) {
  const { title, text, rack } = strings.here.needsServer
  root.append(h('header', { class: 'page-head' }, h('h1', {}, document.title.split(' · ')[0])), messageState({
    icon: 'info', title, text, actions: [h('a', { class: 'button', href: '/rack' }, rack)],
  }))
}
