import { h } from '../dom.js'

/**
 * The remarks on a result, loaded after the rest of its page, which is complete without them.
 *
 * @type {typeof import('./remarks.js').remarks}
 */
export function remarksLater(entry, signal, actions) {
  const element = h('div', { class: 'result-remarks' })
  let update = () => {}
  const show = ({ remarks }) => {
    if (signal.aborted) return
    const shown = remarks(entry, signal, actions)
    update = shown.update
    element.append(shown.element)
  }
  import('./remarks.js').then(show, () => {})
  return { element, update: () => update() }
}
