import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { messageState } from '../states.js'
import { strings } from '../strings.js'
import { Beside } from '../result/beside.js'
import { currentQueue } from './current.js'
import { addressOf } from './row.js'

const texts = strings.batch

/** @param {import('./queue.js').BatchQueue} queue */
export const addressOfTable = ({ page, id }) => `/${page}?batch=${id}`

/**
 * Returns a link from the result of one photo back to its table, and links to the results beside it; nothing if there
 * is no table.
 *
 * @returns {{element: HTMLElement, beside: Beside} | null}
 */
export function wayBack(page, { query, navigate }) {
  const isResult = query.has('entry') || query.has('job')
  const queue = isResult && query.has('batch') && currentQueue(page)
  if (!queue || queue.id !== query.get('batch')) return null
  const done = queue.rows.filter(({ state }) => state === 'done')
  const beside = new Beside(navigate)
  beside.set(done.map((row) => addressOf(row, page, queue.id)), done.findIndex(({ entry, job }) => (query.has('entry') ? entry === query.get('entry') : job === query.get('job'))))
  const back = h('a', { class: 'back-link', href: addressOfTable(queue) }, icon('back'), fill(texts.back, { count: queue.rows.length }))
  return { element: h('div', { class: 'page-ways batch-back' }, back, beside.element), beside }
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
