import { h } from '../dom.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'

/** What a page shows that needs a server, where there is none. @param {string} title */
export const needsServer = (title) => ({
  mount(root) {
    const { title: heading, text, rack } = strings.here.needsServer
    root.append(h('header', { class: 'page-head' }, h('h1', {}, title)), messageState({
      icon: 'info', title: heading, text, actions: [h('a', { class: 'button', href: '/rack' }, rack)],
    }))
  },
})
