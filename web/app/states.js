import { sentence, Unreachable, isAbort } from './api/problem.js'
import { connection } from './api/connection.js'
import { h } from './dom.js'
import { icon } from './icons.js'
import { strings } from './strings.js'

/** Delay before a loading indicator is shown, because most answers arrive sooner, in milliseconds. */
const calm = 200

/** @param {string} [text] */
export function loadingState(text = strings.shell.loading) {
  return h('div', { class: 'state', role: 'status' }, h('span', { class: 'spinner' }), h('p', {}, text))
}

/**
 * Shows that there is nothing, or that something is wrong, and what to do about it.
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
 * Shows that something no longer exists: a job, or an entry of the history.
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
 * Shows the result of a task; until then a loading indicator, and if it fails, the reason with a retry button. If the
 * server was unreachable, it retries automatically as soon as it can.
 *
 * @template T
 * @param {HTMLElement} place
 * @param {AbortSignal} signal
 * @param {() => Promise<T>} task
 * @param {(value: T) => Node | Node[] | void} render returns the content of the place
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
