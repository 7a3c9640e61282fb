import { h } from '../dom.js'
import { confirmation } from './confirmation.js'
import { noteField } from './note.js'

/**
 * Who has checked a result, and the user's note on it: the same on the page of the result and in the history.
 *
 * @param {object} entry
 * @param {AbortSignal} signal aborts with the view
 * @param {{ready?: () => Promise<any>, changed?: (record: object) => void}} [actions] what must be saved before, because a
 *   later correction removes the name; and what to do with the changed record
 * @returns {{element: HTMLElement, update: () => void}} `update` shows an entry that has changed since
 */
export function remarks(entry, signal, actions) {
  const parts = [confirmation(entry, actions), noteField(entry, signal)]
  return { element: h('div', { class: 'entry-remarks' }, parts.map(({ element }) => element)), update: () => parts.forEach(({ update }) => update()) }
}
