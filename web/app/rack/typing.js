import { h, uniqueId } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.rack.typing
const LONGEST = 1000

/**
 * Asks for the value of a well.
 *
 * @param {import('./box.js').Well} well
 * @param {import('./box.js').Box} box
 * @param {{crop: () => Promise<HTMLElement | null>, hasNext: boolean}} options
 * @returns {Promise<{value: string, isNext: boolean} | null>} null if it was canceled
 */
export function askForValue(well, box, { crop, hasNext }) {
  const dialog = new TypingDialog(well, box, hasNext)
  crop().then((picture) => { if (picture) dialog.picture.replaceChildren(picture) })
  return dialog.ask()
}

class TypingDialog {
  constructor(well, box, hasNext) {
    this.well = well
    this.box = box
    const [titleId, fieldId, hintId, noteId] = ['title', 'value', 'hint', 'note'].map((name) => uniqueId(`typing-${name}`))
    this.picture = h('div', { class: 'typing-picture' })
    this.note = h('p', { class: 'typing-note', id: noteId, 'aria-live': 'polite' })
    this.input = h('input', { class: 'input code-value', id: fieldId, type: 'text', value: well.value,
      autocomplete: 'off', autocapitalize: 'characters', autocorrect: 'off', spellcheck: 'false', enterkeyhint: 'done',
      'aria-describedby': `${noteId} ${hintId}` })
    this.element = h('dialog', { class: 'dialog typing', 'aria-labelledby': titleId },
      h('div', { class: 'dialog-head' },
        h('h2', { id: titleId }, fill(texts.title, well)),
        h('button', { class: 'button-icon', type: 'button', 'aria-label': strings.shell.close, onclick: () => this.#end(null) },
          icon('close'))),
      h('form', { class: 'dialog-body', novalidate: true },
        this.picture,
        h('div', { class: 'typing-field' }, h('label', { for: fieldId }, texts.field), this.input, this.note),
        h('p', { class: 'hint', id: hintId }, texts.hint),
        h('div', { class: 'dialog-actions' },
          hasNext && h('button', { class: 'button-plain', type: 'button', onclick: () => this.#save(true) }, texts.next),
          h('button', { class: 'button' }, texts.save))))
    this.#listen()
  }

  #listen() {
    this.element.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#save(false)
    })
    this.element.addEventListener('cancel', (event) => {
      event.preventDefault()
      this.#end(null)
    })
    this.input.addEventListener('input', () => this.#remark())
  }

  ask() {
    document.body.append(this.element)
    this.element.showModal()
    this.input.focus()
    // A user who corrects one character keeps the others.
    this.input.setSelectionRange(this.value.length, this.value.length)
    this.#remark()
    return new Promise((resolve) => { this.resolve = resolve })
  }

  get value() {
    return this.input.value.trim()
  }

  /** Shows remarks about the current value; none of them forbids it. */
  #remark() {
    const others = this.value ? this.box.placesOf(this.value, this.well) : []
    const read = this.well.code?.value
    const same = others.length > 0 && fill(texts.same, { others: others.join(strings.rack.summary.comma) })
    const replaces = read !== undefined && read !== this.value && fill(texts.replaces, { value: read })
    this.#tell(same || replaces || '', same ? 'is-warning' : '')
  }

  #save(isNext) {
    const { value } = this
    const problem = problemOf(value)
    if (!problem) return this.#end({ value, isNext })
    this.#tell(problem, 'is-problem')
    this.input.setAttribute('aria-invalid', 'true')
    this.input.focus()
  }

  #tell(text, kind) {
    this.input.removeAttribute('aria-invalid')
    this.note.className = `typing-note ${kind}`
    const parts = [kind && icon('warning'), h('span', {}, text)].filter(Boolean)
    if (this.note.textContent !== text) this.note.replaceChildren(...(text ? parts : []))
  }

  #end(answer) {
    this.element.close()
    this.element.remove()
    this.resolve(answer)
  }
}

/** Applies the server's rules for values. */
function problemOf(value) {
  if (value === '') return texts.empty
  if ([...value].length > LONGEST) return texts.long
  return /\p{Cc}/u.test(value) ? texts.control : null
}
