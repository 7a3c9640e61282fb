import { h } from '../dom.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'

/** @type {import('../router.js').Mount} */
export function mount(root) {
  const texts = strings.shell.notFound
  root.append(
    h('header', { class: 'page-head' }, h('h1', {}, texts.title)),
    messageState({ icon: 'info', title: texts.text, actions: [h('a', { class: 'button', href: '/' }, texts.home)] }))
}
