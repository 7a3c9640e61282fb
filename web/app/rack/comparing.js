import { announce } from '../announce.js'
import { api } from '../api.js'
import { button } from '../buttons.js'
import { h, uniqueId } from '../dom.js'
import { saveBlob } from '../files.js'
import { fill, formatDate } from '../format.js'
import { icon } from '../icons.js'
import { listNotes } from '../list-notes.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { BeforeAfter } from './before-after.js'
import { Comparison, kinds } from './comparison.js'

const texts = strings.rack.compare
/** Maximum number of earlier scans offered. */
const MOST = 50

/**
 * Compares the box with a list, its last scan, or any other scan: the choice of a reference, and then the differences.
 * Fires `change` with a new comparison, or none.
 */
export class Comparing extends EventTarget {
  /** @type {Comparison | null} */
  comparison = null
  /** @type {{with: string} | {list: File} | null} */
  #reference = null
  #result = h('div', { class: 'compare-result', 'aria-live': 'polite' })

  /**
   * @param {import('./session.js').RackSession} session
   * @param {import('./selection.js').Selection} selection
   * @param {AbortSignal} signal aborts with the screen
   */
  constructor(session, selection, signal) {
    super()
    const { entry } = session.saver
    Object.assign(this, { entry, session, selection, signal })
    this.last = button(texts.last, () => this.compare({ with: 'last' }))
    this.why = h('p', { class: 'hint', hidden: true }, texts.noCode)
    this.others = h('select', { class: 'input', 'aria-label': texts.other, hidden: true, onchange: () => this.#chosen() })
    this.element = h('div', { class: 'compare-pane' }, entry ? this.#chooser() : h('p', { class: 'hint' }, texts.unkept), this.#result)
    session.on('change', () => this.#again())
    if (entry) this.#listOthers()
  }

  #chooser() {
    const id = uniqueId('list')
    const file = h('input', { type: 'file', id, class: 'visually-hidden', accept: '.csv,.txt,.tsv,.xlsx,text/csv', onchange: () => {
      if (file.files[0]) this.compare({ list: file.files[0] })
      file.value = ''
    } })
    return h('div', { class: 'compare-chooser' }, h('p', { class: 'hint' }, texts.hint),
      h('div', { class: 'compare-ways' }, file, h('label', { class: 'button', for: id }, icon('document'), texts.choose), this.last, this.others), this.why)
  }

  /** Lists scans of this and other boxes, the newest first. */
  async #listOthers() {
    const page = await api.history.list({ kind: 'rack', limit: MOST }, { signal: this.signal }).catch(() => ({ entries: [] }))
    const others = page.entries.filter(({ id }) => id !== this.entry.id)
    this.others.hidden = others.length === 0
    this.others.replaceChildren(h('option', { value: '' }, texts.other),
      ...others.map(({ id, title, time }) => h('option', { value: id }, `${title}, ${formatDate(time)}`)))
  }

  #chosen() {
    if (this.others.value) this.compare({ with: this.others.value })
  }

  /** Moves the focus to the first difference, or to the choice of a reference. */
  focus() {
    (this.element.querySelector('.compare-line') ?? this.element.querySelector('input'))?.focus()
  }

  /** Does nothing: all differences are in one list without a selection. */
  reveal() {}

  /** @param {import('./box.js').Box} box */
  show(box) {
    this.last.disabled = !box.code
    this.why.hidden = Boolean(box.code)
  }

  /** @param {{with: string} | {list: File}} reference */
  async compare(reference) {
    try {
      await this.session.saved()
      const answer = await (await api.history.compare(this.entry.id, reference, { signal: this.signal })).json()
      this.#reference = reference
      this.#set(new Comparison(answer, this.session.box))
      announce(this.#sentence)
    } catch (error) {
      if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
    }
  }

  /** Repeats the comparison after a change of values. */
  #again() {
    if (this.#reference) this.compare(this.#reference)
  }

  #set(comparison) {
    this.comparison = comparison
    this.#result.replaceChildren(...(comparison ? this.#parts(comparison) : []))
    this.dispatchEvent(new Event('change'))
  }

  #clear() {
    this.#reference = null
    this.others.value = ''
    this.#set(null)
  }

  get #sentence() {
    const { agreeing, tally } = this.comparison
    return [fill(texts.agreeing, { count: agreeing }), ...kinds.filter((kind) => tally[kind]).map((kind) => fill(texts.counts[kind], { count: tally[kind] }))]
      .join(strings.rack.summary.comma)
  }

  #parts(comparison) {
    const { differences } = comparison
    return [
      h('div', { class: 'compare-head' },
        h('div', {}, h('h2', {}, comparison.title), h('p', { class: differences.length > 0 ? 'compare-sentence is-different' : 'compare-sentence' },
          icon(differences.length > 0 ? 'warning' : 'check'), this.#sentence)),
        h('button', { class: 'button-icon', type: 'button', 'aria-label': texts.end, title: texts.end, onclick: () => this.#clear() }, icon('close'))),
      listNotes(comparison.notes),
      differences.length > 0 && h('ul', { class: 'compare-list' }, differences.map((each) => this.#line(each))),
      // Where wells are unknown, two grids side by side would say that they are.
      this.session.box.hasWells && new BeforeAfter(this.session.box, comparison, (well) => this.selection.choose(well, 'compare')).element,
      h('div', { class: 'button-row' }, this.#saver('csv', texts.csv), !this.entry.isHere && this.#saver('jpg', texts.picture)),
    ].filter(Boolean)
  }

  #line(difference) {
    const well = Comparison.place(difference)
    return h('li', {}, h('button', { type: 'button', class: 'compare-line', onclick: () => this.selection.choose(well, 'compare') },
      h('span', { class: `well-swatch well compare-${difference.kind}`, 'aria-hidden': 'true' }, texts.signs[difference.kind]),
      h('span', {}, h('strong', {}, difference.name), ' ', difference.text)))
  }

  /** Fetches the file first, so that errors can be shown. */
  #saver(format, text) {
    const element = button(text, async () => {
      try {
        const blob = await (await api.history.compare(this.entry.id, this.#reference, { format })).blob()
        saveBlob(blob, fill(texts.file, { format }))
      } catch (error) {
        if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
      }
    })
    element.prepend(icon('download'))
    return element
  }
}
