import { api } from '../api.js'
import { h } from '../dom.js'
import { icon } from '../icons.js'
import { canShare, Exports } from '../result/exports.js'
import { strings } from '../strings.js'
import { csvOf } from './csv.js'
import { sheet } from './sheet.js'
import { askForTable } from './table-form.js'

const texts = strings.rack.exports

/** The files of a box: in a sheet, for there are many. */
export class ExportSheet extends Exports {
  /** @param {import('./session.js').RackSession} session */
  constructor(session) {
    super(session, { stem: texts.vials, csv: () => csvOf(session.box), json: () => jsonOf(session.box) })
    const isKept = Boolean(this.entry)
    this.picture = isKept && !this.entry.isHere && this.#button('photo', texts.picture, () => this.savePicture())
    this.share = isKept && !this.entry.isHere && canShare('image/jpeg') && this.#button('share', texts.sharePicture, () => this.sharePicture())
    this.note = h('p', { class: 'hint sheet-note' }, this.entry?.isHere ? strings.here.noPicture : texts.noPicture)
    this.element = sheet({ label: texts.button, sign: icon('download'), items: [
      this.#file('csv', texts.csv),
      isKept && this.#button('download', texts.other, () => this.#otherTable()),
      this.#file('json', texts.json),
      this.picture,
      canShare('text/csv') && this.#button('share', texts.shareTable, () => this.#shareTable()),
      this.share,
      this.note,
    ].filter(Boolean) })
    this.setPhoto(true)
  }

  /** @param {boolean} isThere whether the server has the photo */
  setPhoto(isThere) {
    const hasPicture = isThere && Boolean(this.picture)
    for (const item of [this.picture, this.share]) if (item) item.hidden = !hasPicture
    this.note.hidden = hasPicture
  }

  #button(sign, text, run) {
    return h('button', { class: 'sheet-item', type: 'button', onclick: () => this.attempt(run) }, icon(sign), text)
  }

  /** A link, where the history keeps the result: its address can be copied. */
  #file(format, text) {
    const save = () => this.attempt(() => this.saveFile(format))
    if (!this.entry) return this.#button('download', text, () => this.saveFile(format))
    // What was just typed belongs into the file.
    const wait = (event) => {
      if (!this.session.isPending) return
      event.preventDefault()
      save()
    }
    return h('a', { class: 'sheet-item', href: api.history.exportURL(this.entry.id, format), download: '', onclick: wait },
      icon('download'), text)
  }

  /** In the form of another system: of what was typed until now. */
  async #otherTable() {
    await this.session.saved()
    askForTable((format, form) => api.history.tableURL(this.entry.id, format, form), this.entry.isHere ? ['csv'] : ['csv', 'xlsx'])
  }

  /** Sharing must follow at once upon the press, so the table is made here. */
  #shareTable() {
    return navigator.share({ files: [new File([this.exported.csv()], `${this.name}.csv`, { type: 'text/csv' })] })
  }
}

function jsonOf({ rack, typed, corrections }) {
  return typed.length > 0 || corrections.rack ? { ...rack, corrections } : rack
}
