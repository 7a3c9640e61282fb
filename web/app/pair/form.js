import { api } from '../api.js'
import { h, uniqueId } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { guessedName } from './device-name.js'

const texts = strings.pair

/** Asks for the code, and pairs with it. */
export class PairForm {
  #codeId = uniqueId('code')
  #problemId = uniqueId('problem')
  #problem = h('p', { class: 'field-problem', id: this.#problemId, role: 'alert' })
  #code = h('input', { class: 'input pair-code', id: this.#codeId, autocomplete: 'one-time-code', autocapitalize: 'characters',
    spellcheck: 'false', maxlength: 20, required: true, 'aria-describedby': `${this.#codeId}-hint ${this.#problemId}` })
  #name = h('input', { class: 'input', id: `${this.#codeId}-name`, autocomplete: 'off', maxlength: 60, value: guessedName(),
    'aria-describedby': `${this.#codeId}-name-hint` })
  #button = h('button', { class: 'button' }, texts.action)
  #api
  #onPaired

  element = h('form', { class: 'pair-form', novalidate: true, onsubmit: (event) => {
    event.preventDefault()
    this.pair()
  } },
  h('p', {}, texts.intro),
  field(this.#code, texts.code, texts.codeHint, this.#problem),
  field(this.#name, texts.name, texts.nameHint),
  this.#button)

  /** @param {() => void} onPaired */
  constructor(onPaired) {
    this.#api = api
    this.#onPaired = onPaired
  }

  /** @param {string} code from the QR code */
  set code(code) {
    this.#code.value = code
  }

  async pair() {
    if (this.#code.value.trim() === '') return this.#refuse(texts.empty)
    this.#wait(true)
    try {
      await this.#api.pairing.pair(this.#code.value.trim(), this.#name.value.trim() || guessedName())
      this.#onPaired()
    } catch (error) {
      this.#wait(false)
      this.#refuse(this.#api.sentence(error))
    }
  }

  #refuse(reason) {
    this.#problem.replaceChildren(icon('warning'), reason)
    this.#code.setAttribute('aria-invalid', 'true')
    this.#code.focus()
    this.#code.select()
  }

  #wait(isWaiting) {
    this.#button.disabled = isWaiting
    this.#button.textContent = isWaiting ? texts.working : texts.action
    this.#problem.replaceChildren()
    this.#code.removeAttribute('aria-invalid')
  }
}

function field(input, label, hint, problem) {
  return h('div', { class: 'pair-field' },
    h('label', { class: 'setting-label', for: input.id }, label), input,
    h('p', { class: 'hint', id: `${input.id}-hint` }, hint), problem)
}
