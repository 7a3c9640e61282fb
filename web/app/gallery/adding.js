import { api } from '../api.js'
import { iconButton } from '../buttons.js'
import { askForPhoto } from '../camera/native.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { listenToDrops } from '../intake/drop.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

const texts = strings.gallery.adding

/** Photos of this device come into the library: chosen, dropped or pasted, one after the other. */
export class Adding {
  button = iconButton('plus', texts.action, () => this.ask())
  status = h('p', { class: 'gallery-adding hint', role: 'status' })

  /** @param {AbortSignal} signal ends with the view @param {() => void} added some are there now */
  constructor(signal, added) {
    Object.assign(this, { signal, added })
    listenToDrops(signal, (files) => this.add(files))
  }

  ask() {
    askForPhoto((files) => this.add(files), { several: true })
  }

  /** @param {File[]} files */
  async add(files) {
    if (files.length === 0) return toast(strings.intake.nothing, { kind: 'problem' })
    const refused = []
    for (const [at, file] of files.entries()) {
      this.status.textContent = fill(texts.sending, { at: at + 1, count: files.length })
      try {
        await api.gallery.add(file, { signal: this.signal })
      } catch (error) {
        if (api.isAbort(error)) return
        refused.push(`${file.name}: ${api.sentence(error)}`)
        if (error instanceof api.Unreachable) break
      }
    }
    this.status.textContent = ''
    const count = files.length - refused.length
    if (refused.length > 0) toast(fill(texts.refused, { count: refused.length, first: refused[0] }), { kind: 'problem' })
    else toast(fill(texts.added, { count }))
    if (count > 0) this.added()
  }
}
