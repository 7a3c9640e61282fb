import { h } from '../dom.js'

/** @type {import('../router.js').Mount} */
export function mount(root, { strings }) {
  const texts = strings.shell.notFound
  root.append(
    h('header', { class: 'page-head' }, h('h1', {}, texts.title)),
    h('p', {}, texts.text),
    h('p', {}, h('a', { class: 'button', href: '/count' }, texts.home)))
}
