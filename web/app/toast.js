import { announce } from './announce.js'
import { h } from './dom.js'
import { icon } from './icons.js'
import { strings } from './strings.js'

/** How long a notice stays, in milliseconds; longer if there is something to press. */
const stay = { plain: 6000, action: 20000, always: 2 ** 31 - 1 }

/**
 * Shows a short notice for a while. It stays while it is hovered over or has the focus.
 *
 * @param {string} text
 * @param {object} [options]
 * @param {{label: string, run: () => void}} [options.action]
 * @param {() => void} [options.undo] an action named Undo; the key `u` runs it even after the notice has gone
 * @param {'plain' | 'problem'} [options.kind]
 * @param {boolean} [options.stays] whether it stays until the user closes it
 * @returns {() => void} removes the notice
 */
export function toast(text, { action, undo, kind = 'plain', stays = false } = {}) {
  if (undo) action = { label: strings.shell.undo, run: remember(() => { remove(); undo() }) }
  const element = h('div', { class: `toast toast-${kind}` }, h('p', {}, text))
  const clock = new Clock(stay[stays ? 'always' : action ? 'action' : 'plain'], () => remove())
  const remove = () => {
    clock.stop()
    element.remove()
  }
  if (action) {
    element.append(h('button', { class: 'toast-action', type: 'button', onclick: () => {
      remove()
      action.run()
    } }, action.label))
  }
  element.append(h('button', { class: 'button-icon', type: 'button', 'aria-label': strings.shell.close,
    onclick: remove }, icon('close')))
  for (const event of ['pointerenter', 'focusin']) element.addEventListener(event, () => clock.stop())
  for (const event of ['pointerleave', 'focusout']) element.addEventListener(event, () => clock.start())
  show(element)
  announce(action ? `${text} ${action.label}.` : text, kind === 'problem' ? 'assertive' : 'polite')
  return remove
}

/** @returns {boolean} whether there was anything to undo */
export function undoLast() {
  const undo = lastUndo
  undo?.()
  return undo !== undefined
}

let lastUndo

function remember(undo) {
  const once = () => {
    if (lastUndo === once) lastUndo = undefined
    undo()
  }
  lastUndo = once
  return once
}

/** One notice at a time: a phone has no room for more. */
function show(element) {
  region().replaceChildren(element)
}

function region() {
  const element = document.getElementById('toasts')
  // Pages load without it.
  import('./shell/sheets.js').then(({ followSheets }) => followSheets(), () => {})
  element.setAttribute('role', 'region')
  element.setAttribute('aria-label', strings.shell.notices)
  return element
}

/** A timer that can be paused, and then starts over. */
class Clock {
  #timer

  constructor(milliseconds, done) {
    this.start = () => {
      this.stop()
      this.#timer = setTimeout(done, milliseconds)
    }
    this.start()
  }

  stop() {
    clearTimeout(this.#timer)
  }
}
