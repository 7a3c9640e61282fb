import { sentence, Unreachable, isAbort } from './api/problem.js'
import { connection } from './api/connection.js'
import { h } from './dom.js'
import { icon } from './icons.js'
import { strings } from './strings.js'

/** Nothing is shown for so long, for most answers come sooner. In milliseconds. */
const calm = 200

/** @param {string} [text] */
export function loadingState(text = strings.shell.loading) {
  return h('div', { class: 'state', role: 'status' }, h('span', { class: 'spinner' }), h('p', {}, text))
}

/**
 * Says that there is nothing, or that something is amiss, and what can be done.
 *
 * @param {{icon: string, title: string, text?: string | Node, actions?: Node[], kind?: 'plain' | 'problem'}} what
 */
export function messageState({ icon: name, title, text, actions = [], kind = 'plain' }) {
  return h('div', { class: `state state-${kind}` },
    h('div', { class: 'state-icon' }, icon(name)),
    h('h2', {}, title),
    text && h('p', {}, text),
    actions.length > 0 && h('div', { class: 'state-actions' }, actions))
}

/**
 * For what is no longer there: a job, or an entry of the history.
 *
 * @param {'count' | 'rack' | 'shelf'} kind @param {{title: string, text: string}} texts
 */
export function goneState(kind, { title, text }) {
  return messageState({ icon: 'history', title, text, actions: [
    h('a', { class: 'button', href: `/${kind}` }, strings[kind].gone.start),
    h('a', { class: 'button-plain', href: `/history?kind=${kind}` }, strings.result.history),
  ] })
}

/** @param {unknown} error @param {() => void} [retry] */
export function errorState(error, retry) {
  const button = retry && h('button', { class: 'button', type: 'button', onclick: retry }, strings.shell.retry)
  const element = messageState({
    icon: error instanceof Unreachable ? 'offline' : 'warning', kind: 'problem',
    title: error instanceof Unreachable ? strings.shell.unreachable : strings.shell.failed, text: sentence(error), actions: button ? [button] : [],
  })
  element.setAttribute('role', 'alert')
  return element
}

/**
 * Shows what a task gives; until then that it is loading, and if it fails, why, with a way to try again. When Espy
 * could not be reached, it tries again by itself as soon as it can.
 *
 * @template T
 * @param {HTMLElement} place
 * @param {AbortSignal} signal
 * @param {() => Promise<T>} task
 * @param {(value: T) => Node | Node[] | void} render what it returns takes the place
 */
export async function load(place, signal, task, render) {
  const again = () => load(place, signal, task, render)
  const timer = setTimeout(() => place.replaceChildren(loadingState()), calm)
  try {
    const value = await task()
    if (signal.aborted) return
    clearTimeout(timer)
    const nodes = render(value)
    if (nodes) place.replaceChildren(...[nodes].flat())
  } catch (error) {
    if (signal.aborted || isAbort(error)) return
    place.replaceChildren(errorState(error, again))
    if (error instanceof Unreachable) connection.addEventListener('found', again, { once: true, signal })
  } finally {
    clearTimeout(timer)
  }
}
