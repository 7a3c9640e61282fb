import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'
import { currentQueue } from './current.js'

const texts = strings.batch

/** @param {import('./queue.js').BatchQueue} queue */
export const addressOfTable = ({ page, id }) => `/${page}?batch=${id}`

/** Returns a link from the result of one photo back to its table; nothing if there is none. */
export function wayBack(page, { query }) {
  const isResult = query.has('entry') || query.has('job')
  const queue = isResult && query.has('batch') && currentQueue(page)
  if (!queue || queue.id !== query.get('batch')) return null
  return h('a', { class: 'back-link batch-back', href: addressOfTable(queue) }, icon('back'), fill(texts.back, { count: queue.rows.length }))
}

/** Returns a link from the start page to the current table; nothing if there is none. @param {string} page */
export function wayToTable(page) {
  const queue = currentQueue(page)
  if (!queue) return null
  const { totals, isBusy } = queue
  return h('p', { class: 'batch-way' }, fill(isBusy ? texts.last.busy : texts.last.rest, { done: totals.done, count: totals.all }), ' ',
    h('a', { href: addressOfTable(queue) }, texts.last.show))
}

/** Returns the notice shown if the window of a table was closed, or another table replaced it. @param {string} page */
export function goneTable(page, title) {
  return [h('header', { class: 'page-head' }, h('h1', {}, title)), messageState({
    icon: 'history', title: texts.gone.title, text: texts.gone.text, actions: [
      h('a', { class: 'button', href: `/${page}` }, texts.gone.another),
      h('a', { class: 'button-plain', href: `/history?kind=${page}` }, strings.result.history)],
  })]
}
