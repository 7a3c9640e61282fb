import { api } from '../api.js'
import { h } from '../dom.js'
import { canShare, datedName, saveBlob } from '../files.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { photoName } from '../history/names.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { sheet } from './sheet.js'

const texts = strings.result.export
/** Maximum length of the names of things and photos in a file name. */
const LONGEST = 40
/** The export formats for boxes of a count, with their file extensions. */
const MARKS = { coco: 'json', yolo: 'txt', labelme: 'json', imagej: 'zip' }
/** The longer side of the picture in a PDF, in pixels. */
const SIDE = 2000

/**
 * The files of a result.
 *
 * @typedef {object} Exported
 * @property {string} stem beginning of the file names
 * @property {() => string} csv for a result that is not in the history
 * @property {() => object} json for a result that is not in the history
 * @property {string} [hint] on the CSV file
 * @property {() => string} headline the number with its noun
 * @property {() => string[]} facts other facts for the PDF
 * @property {() => string} [sentence] a text shared together with the picture
 * @property {() => string | undefined} [name] the name of the things
 * @property {import('../viewer/viewer.js').PhotoViewer} viewer shows the photo with its marks
 */

/** Saves and shares a result, on its page and in the history: a button that opens a sheet. */
export class ExportSheet {
  /** @param {import('./session.js').UndoSession} session @param {Exported} exported */
  constructor(session, exported) {
    Object.assign(this, { session, exported })
    const { entry } = this
    this.note = h('p', { class: 'hint sheet-note' })
    this.pictures = [
      this.#item('photo', texts.picture, () => this.savePicture()),
      canShare('image/jpeg') && this.#item('share', texts.sharePicture, () => this.sharePicture()),
    ].filter(Boolean)
    const [picture, sharePicture] = this.pictures
    this.element = sheet({ label: texts.title, sign: icon('share'), items: [
      picture,
      this.#item('document', texts.page, () => this.savePage()),
      this.#item('download', texts.csv, () => this.saveFile('csv')),
      exported.hint && h('p', { class: 'hint sheet-note' }, exported.hint),
      entry?.kind === 'rack' && this.#item('download', texts.other, () => this.otherTable()),
      this.#item('download', texts.json, () => this.saveFile('json')),
      // They are made by the server.
      entry?.kind === 'count' && !entry.isHere && this.#marks(),
      sharePicture,
      canShare('application/pdf') && this.#item('share', texts.sharePage, () => this.sharePage()),
      canShare('text/csv') && this.#item('share', texts.shareTable, () => this.shareTable()),
      this.note,
    ].filter(Boolean) })
    this.update()
  }

  get entry() {
    return this.session.saver.entry
  }

  /** `counts_coins_tray_2026-02-20_143022` */
  get name() {
    const { exported, entry } = this
    const parts = [exported.stem, exported.name?.(), entry && photoName(entry.title)]
    const stem = parts.map((part) => part && fileName(part)).filter(Boolean).join('_')
    return datedName(stem, entry ? new Date(entry.time * 1000) : new Date())
  }

  /** @param {boolean} [isThere] whether the server has the photo */
  update(isThere = Boolean(this.session.photo)) {
    const { entry } = this
    const isCountHere = Boolean(entry?.isHere) && entry.kind === 'count'
    const hasPicture = isThere && Boolean(entry) && (!entry.isHere || isCountHere)
    for (const item of this.pictures) item.hidden = !hasPicture
    this.note.hidden = hasPicture && !isCountHere
    this.note.textContent = isCountHere ? strings.here.noMarks : entry?.isHere ? strings.here.noPicture : entry ? texts.gone : texts.unkept
  }

  #item(sign, text, run) {
    return h('button', { class: 'sheet-item', type: 'button', onclick: () => this.attempt(run) }, icon(sign), text)
  }

  #marks() {
    const save = async (format) => {
      await this.session.saved()
      saveBlob(await api.history.marked(this.entry.id, format), `${this.name}.${format}.${MARKS[format]}`)
    }
    return h('details', { class: 'sheet-marks' }, h('summary', {}, texts.marks.title), h('p', { class: 'hint' }, texts.marks.hint),
      h('div', { class: 'button-row' }, Object.entries(texts.marks.formats).map(([format, text]) => (
        h('button', { type: 'button', class: 'button-plain sheet-item', onclick: () => this.attempt(() => save(format)) }, text)))))
  }

  async attempt(action) {
    try {
      await action()
    } catch (error) {
      if (!api.isAbort(error)) toast(fill(texts.failed, { why: api.sentence(error) }), { kind: 'problem' })
    }
  }

  /**
   * The server or this device exports results in the history; others are exported here.
   *
   * @param {'csv' | 'json'} format
   */
  async saveFile(format) {
    const { exported, name } = this
    const text = () => (format === 'csv' ? exported.csv() : JSON.stringify(exported.json(), null, 2))
    const kept = await this.session.saved() && await api.history.exported(this.entry.id, format)
    saveBlob(kept || new Blob([text()], { type: format === 'csv' ? 'text/csv' : 'application/json' }), `${name}.${format}`)
  }

  /** Fetches the picture first, so that errors can be shown. */
  async savePicture() {
    saveBlob(await this.#annotated(), `${this.name}.jpg`)
  }

  async sharePicture() {
    const { sentence } = this.exported
    await this.#share(await this.#annotated(), 'jpg', sentence && { text: sentence() })
  }

  async savePage() {
    saveBlob(await this.#page(), `${this.name}.pdf`)
  }

  async sharePage() {
    await this.#share(await this.#page(), 'pdf')
  }

  /** Creates the table here, because sharing must follow the press immediately. */
  async shareTable() {
    await this.#share(new Blob([this.exported.csv()], { type: 'text/csv' }), 'csv')
  }

  /** Exports in another system's format, including the latest changes. */
  async otherTable() {
    await this.session.saved()
    const { askForTable } = await import('../rack/table-form.js')
    askForTable((format, form) => api.history.tableURL(this.entry.id, format, form), this.entry.isHere ? ['csv'] : ['csv', 'xlsx'])
  }

  #share(blob, ending, more) {
    return navigator.share({ files: [new File([blob], `${this.name}.${ending}`, { type: blob.type })], ...more })
  }

  /** Creates the PDF in the browser, with its time zone and language; no server is needed. */
  async #page() {
    const { entry, exported } = this
    const { report } = await import('./report.js')
    return report({
      headline: exported.headline(), facts: exported.facts(), entry, photo: entry ? photoName(entry.title) : '', picture: exported.viewer?.drawn(SIDE) ?? null,
    })
  }

  async #annotated() {
    await this.session.saved()
    if (this.entry.isHere) return new Promise((resolve) => { this.exported.viewer.drawn(SIDE).toBlob(resolve, 'image/jpeg', 0.9) })
    // A picture without marks is just the photo, which the user already has.
    const look = this.exported.viewer?.markPainter.look
    return api.history.annotated(this.entry.id, look === 'none' ? 'numbers' : look)
  }
}

/** Returns a name that is safe in file names. */
const fileName = (name) => [...name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')].slice(0, LONGEST).join('').replace(/^-|-$/g, '')
