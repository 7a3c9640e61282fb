import { api } from '../api.js'
import { h, uniqueId } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { labelOf } from './store.js'

const texts = strings.settings

/**
 * The parts around the control of a setting: a label, a hint, and the reason why a value was refused.
 *
 * Controls are created by the functions in `controls.js` and the files beside it. A control calls `save` with the
 * chosen value, and its `show` is called with the setting whenever it may have changed.
 */
export class Field {
  controlId = uniqueId('setting')
  #hintId = uniqueId('hint')
  #problemId = uniqueId('problem')
  #problem = h('p', { class: 'field-problem', id: this.#problemId, role: 'alert' })
  #origin = h('p', { class: 'hint' })
  #store
  #key
  #control

  /**
   * @param {import('./store.js').SettingsStore} store
   * @param {string} key
   * @param {AbortSignal} signal aborts with the view
   */
  constructor(store, key, signal) {
    this.#store = store
    this.#key = key
    store.addEventListener('change', () => this.#show(), { signal })
  }

  get setting() {
    return this.#store.get(this.#key)
  }

  get label() {
    return labelOf(this.#key)
  }

  get hint() {
    return texts.of[this.#key]?.hint ?? this.setting.help
  }

  /** The IDs of the elements that describe the control. */
  get describedBy() {
    return `${this.#hintId} ${this.#problemId}`
  }

  /**
   * @param {{element: HTMLElement, focusable: HTMLElement, show: (setting: object, isTakenBack?: boolean) => void}} control
   * @param {{hint?: string, isInline?: boolean, isGroup?: boolean}} [options] a group is named by its legend
   */
  with(control, { hint = this.hint, isInline = false, isGroup = false } = {}) {
    this.#control = control
    const label = isGroup ? null : h('label', { class: 'setting-label', for: this.controlId }, this.label)
    const hintLine = hint && h('p', { class: 'hint', id: this.#hintId }, hint)
    this.#show()
    return h('div', { class: isInline ? 'setting setting-inline' : 'setting' },
      h('div', { class: 'setting-words' }, label, isInline ? hintLine : null),
      control.element, isInline ? null : hintLine, this.#origin, this.#problem)
  }

  /** @param {string} value */
  async save(value) {
    if (value === this.setting.value) return
    try {
      await this.#store.change({ [this.#key]: value })
      this.#refuse(null)
    } catch (error) {
      // The server says which values it accepts; the general message for this kind would say less.
      const isDeclined = api.isAbort(error)
      this.#refuse(isDeclined ? null : error instanceof api.Problem && error.status === 422 ? error.detail ?? error.message : api.sentence(error))
      this.#control.show(this.setting, isDeclined)
    }
  }

  #refuse(reason) {
    this.#problem.replaceChildren(...(reason ? [icon('warning'), reason] : []))
    this.#control.focusable?.toggleAttribute('aria-invalid', reason !== null)
    if (reason) this.#control.focusable?.setAttribute('aria-invalid', 'true')
  }

  #show() {
    if (!this.setting) return
    this.#control.show(this.setting)
    const { source } = this.setting
    const isElsewhere = source.startsWith('ESPY_') || source.startsWith('--')
    this.#origin.textContent = isElsewhere ? fill(texts.setElsewhere, { source }) : ''
  }
}
