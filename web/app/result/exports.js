import { api } from '../api.js'
import { h } from '../dom.js'
import { canShare, datedName, saveBlob } from '../files.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { photoName } from '../history/names.js'
import { askForTable } from '../rack/table-form.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { sheet } from './sheet.js'

const texts = strings.result.export
/** Longer names of things and photos are cut in that of a file. */
const LONGEST = 40
/** The boxes of a count for other programs, and what their files end in. */
const MARKS = { coco: 'json', yolo: 'txt', labelme: 'json', imagej: 'zip' }
/** The longer side of the picture on a page of paper, in pixels. */
const SIDE = 2000

/**
 * What a result is as files.
 *
 * @typedef {object} Exported
 * @property {string} stem how names of files begin
 * @property {() => string} csv for a result that the history does not keep
 * @property {() => object} json the same
 * @property {() => string} headline so many of what
 * @property {() => string[]} facts what a page of paper tells beside that
 * @property {() => string} [sentence] what is shared together with the picture
 * @property {() => string | undefined} [name] what the things are called
 * @property {import('../viewer/viewer.js').PhotoViewer} viewer shows the photo with its marks
 */

/** Saves and shares a result, the same way while it is worked on and later: a button that opens a sheet. */
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
      entry?.kind === 'rack' && this.#item('download', texts.other, () => this.otherTable()),
      this.#item('download', texts.json, () => this.saveFile('json')),
      entry?.kind === 'count' && this.#marks(),
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
    const hasPicture = isThere && Boolean(this.entry) && !this.entry.isHere
    for (const item of this.pictures) item.hidden = !hasPicture
    this.note.hidden = hasPicture
    this.note.textContent = this.entry?.isHere ? strings.here.noPicture : this.entry ? texts.gone : texts.unkept
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

  /** What a history keeps, its server or this device exports, and the rest is made here. @param {'csv' | 'json'} format */
  async saveFile(format) {
    const { exported, name } = this
    const text = () => (format === 'csv' ? exported.csv() : JSON.stringify(exported.json(), null, 2))
    const kept = await this.session.saved() && await api.history.exported(this.entry.id, format)
    saveBlob(kept || new Blob([text()], { type: format === 'csv' ? 'text/csv' : 'application/json' }), `${name}.${format}`)
  }

  /** Fetched first, so that what goes wrong can be said. */
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

  /** Sharing must follow soon upon the press, so the table is made here. */
  async shareTable() {
    await this.#share(new Blob([this.exported.csv()], { type: 'text/csv' }), 'csv')
  }

  /** In the form of another system: of what was typed until now. */
  async otherTable() {
    await this.session.saved()
    askForTable((format, form) => api.history.tableURL(this.entry.id, format, form), this.entry.isHere ? ['csv'] : ['csv', 'xlsx'])
  }

  #share(blob, ending, more) {
    return navigator.share({ files: [new File([blob], `${this.name}.${ending}`, { type: blob.type })], ...more })
  }

  /** Made in the browser, in the time and the language that are seen there; no server is asked for it. */
  async #page() {
    const { entry, exported } = this
    const { report } = await import('./report.js')
    return report({
      headline: exported.headline(), facts: exported.facts(), entry, photo: entry ? photoName(entry.title) : '', picture: exported.viewer?.drawn(SIDE) ?? null,
    })
  }

  async #annotated() {
    await this.session.saved()
    // A picture without marks is the photo, which everybody has.
    const look = this.exported.viewer?.markPainter.look
    return api.history.annotated(this.entry.id, look === 'none' ? 'numbers' : look)
  }
}

/** A name as it may stand in that of a file. @param {string} name */
const fileName = (name) => [...name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')].slice(0, LONGEST).join('').replace(/^-|-$/g, '')
