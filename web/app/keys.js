import { KeyDialog } from './shell/key-dialog.js'

/**
 * @typedef {object} Binding
 * @property {string[]} keys each as in `KeyboardEvent.key`, or two in sequence: `g c`
 * @property {string} text its action, for the list of keys
 * @property {boolean} [isRange] whether the list shows only the first and the last
 * @property {(event: KeyboardEvent) => void | false} run returns false if it does not apply now
 *
 * @typedef {object} ViewKeys
 * @property {(bindings: Binding[]) => void} add adds keys for as long as the view is shown
 */

const sequenceTime = 1200
const storageKey = 'espy.single-keys'

/** Keys that work everywhere, and those of the current view. */
class Keys {
  #everywhere = []
  #view = { title: '', bindings: [] }
  #first = ''
  #firstTime = 0
  #dialog

  start(bindings) {
    this.#everywhere = bindings
    document.addEventListener('keydown', (event) => this.#press(event))
  }

  /** @param {string} title @param {AbortSignal} signal aborts with the view @returns {ViewKeys} */
  forView(title, signal) {
    const view = this.#view = { title, bindings: [] }
    signal.addEventListener('abort', () => { if (this.#view === view) this.#view = { title: '', bindings: [] } })
    return { add: (bindings) => { view.bindings.push(...bindings) } }
  }

  /** Whether single characters are shortcuts. Voice control may press them by mistake. */
  get singleKeys() {
    return localStorage.getItem(storageKey) !== 'off'
  }

  set singleKeys(isOn) {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off')
  }

  /** Shows all keys. */
  show() {
    this.#dialog ??= new KeyDialog()
    this.#dialog.show(this.#view, this.#everywhere, this.singleKeys)
  }

  #press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (document.querySelector('dialog[open]') || isTaken(event)) return
    if (event.key.length === 1 && event.key !== ' ' && !this.singleKeys) return
    const now = performance.now()
    const sequence = now - this.#firstTime < sequenceTime ? `${this.#first} ${event.key}` : ''
    const isDone = (sequence && this.#run(sequence, event)) || this.#run(event.key, event)
    this.#first = isDone ? '' : event.key
    this.#firstTime = now
  }

  #run(keys, event) {
    for (const binding of [...this.#view.bindings, ...this.#everywhere]) {
      if (!binding.keys.includes(keys) || binding.run(event) === false) continue
      event.preventDefault()
      return true
    }
    return false
  }
}

/** Whether the focused control needs this key. */
function isTaken({ target, key }) {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('textarea, select')) return true
  if (target.matches('button, a, summary')) return key === 'Enter' || key === ' '
  if (!target.matches('input')) return false
  const isTyped = !['checkbox', 'radio', 'range', 'button', 'submit', 'file'].includes(target.type)
  return isTyped || key === ' ' || key === 'Enter' || key.startsWith('Arrow') || key.startsWith('Page')
    || key === 'Home' || key === 'End'
}

export const keys = new Keys()
