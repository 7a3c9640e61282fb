import { h, uniqueId } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.rack.tableForm
const storageKey = 'espy-rack-table'

/**
 * Offers the table of the whole box in another system's format. The last choice is preselected.
 *
 * @param {(format: 'csv' | 'xlsx', form: Record<string, string>) => string} address returns the URL of a file
 * @param {string[]} formats the available ones
 */
export function askForTable(address, formats) {
  const titleId = uniqueId('table-form')
  const fields = new FormFields(remembered())
  const link = (format, style) => h('a', { class: style, download: '', dataset: { format } }, icon('download'), texts[format])
  const links = formats.map((format, index) => link(format, index === 0 ? 'button' : 'button-plain'))
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': titleId },
    h('div', { class: 'dialog-head' }, h('h2', { id: titleId }, texts.title),
      h('button', { class: 'button-icon', type: 'button', 'aria-label': strings.shell.close, onclick: () => dialog.close() },
        icon('close'))),
    h('div', { class: 'dialog-body' }, fields.elements, h('div', { class: 'dialog-actions' }, links)))
  const show = () => {
    fields.show()
    for (const each of links) each.href = address(each.dataset.format, fields.form)
    localStorage.setItem(storageKey, JSON.stringify(fields.form))
  }
  dialog.addEventListener('input', show)
  dialog.addEventListener('click', ({ target }) => { if (target === dialog || target.closest('a')) dialog.close() })
  dialog.addEventListener('close', () => dialog.remove(), { once: true })
  show()
  document.body.append(dialog)
  dialog.showModal()
  fields.table.focus()
}

/** The fields of a form; only those filled in are sent. */
class FormFields {
  /** @param {Record<string, string>} form */
  constructor(form) {
    this.table = select('table', form.table)
    this.order = select('order', form.order)
    this.columns = field(form.columns ?? texts.columnsStart, texts.columnsHint)
    this.words = field(form.words ?? '', texts.wordsHint)
    this.hint = h('p', { class: 'hint' })
    this.columnsField = labeled(texts.columns, this.columns)
    this.elements = [labeled(texts.table, this.table), this.hint, this.columnsField, labeled(texts.order, this.order),
      labeled(texts.words, this.words)]
  }

  show() {
    this.columnsField.hidden = this.table.value !== 'custom'
    this.hint.textContent = texts.hints[this.table.value]
  }

  get form() {
    const given = {
      table: this.table.value, order: this.order.value, words: this.words.value.trim(),
      columns: this.table.value === 'custom' ? this.columns.value.trim() : '',
    }
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value))
  }
}

function select(name, value) {
  const options = Object.entries(texts.choices[name])
  const element = h('select', { class: 'input' }, options.map(([key, text]) => h('option', { value: key }, text)))
  if (options.some(([key]) => key === value)) element.value = value
  return element
}

const field = (value, placeholder) => h('input', { class: 'input code-value', type: 'text', value, placeholder, maxlength: 1000,
  autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' })

function labeled(text, input) {
  input.id = uniqueId('form')
  return h('div', { class: 'dialog-field' }, h('label', { for: input.id }, text), input)
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(storageKey)) ?? {}
  } catch {
    return {}
  }
}
