import { iconButton } from '../buttons.js'
import { hasCameraApp } from '../camera/native.js'
import { h } from '../dom.js'
import { tick } from '../gestures/haptics.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { viewerKeys } from '../viewer/key-list.js'
import { remarksLater } from './remarks-later.js'
import { sourceNotes } from './source.js'
import { undoByControl } from './undo-keys.js'

const texts = strings.result

/**
 * The common parts of all result screens: the photo with its marks, undo and redo, and the button for the next photo.
 */
export class ResultScreen {
  #life = new AbortController()
  /** Aborts with the screen. */
  signal = this.#life.signal

  /**
   * @param {import('../router.js').Context} context @param {import('./session.js').UndoSession} session
   * @param {() => void} again starts over with another photo
   */
  constructor(context, session, again) {
    Object.assign(this, { context, session, again })
    session.on('joined', () => toast(texts.joined))
    this.title = h('h1', { class: 'visually-hidden', tabindex: -1 })
    this.#follow()
  }

  /** Offers the corrections of others before the user makes more. If the user does, both are merged. */
  async #follow() {
    const { session: { saver }, session, signal } = this
    let hide
    const drop = () => { hide = void hide?.() }
    session.on('saving', (isSaving) => isSaving && drop())
    signal.addEventListener('abort', drop, { once: true })
    // The first screen is complete without it.
    const following = await import('./following.js').catch(() => null)
    if (signal.aborted) return
    following?.followEntry({
      entry: () => saver.entry, state: () => saver.kept, signal, tell: (record) => {
        if (saver.isBusy) return false
        drop()
        if (saver.isNews(record)) hide = toast(texts.elsewhere.news, { stays: true, action: { label: texts.elsewhere.load, run: () => this.#take(record) } })
      },
    })
  }

  #take(record) {
    const { saver, kind } = this.session
    if (!saver.take(record)) this.context.navigate(`/${kind}?entry=${saver.entry.id}`, { replace: true })
  }

  /** Notes on the origin of the picture. @returns {Node[]} */
  get source() {
    const { result: { shown, ...of }, photo, kind } = this.session
    // Damage to the photo of a box is among its warnings.
    return sourceNotes(kind === 'rack' ? of : { ...of, shown }, { photo, page: kind })
  }

  /** Who has checked the result, and a note on it, if it is in the history. */
  remarks() {
    const { session: { saver }, session, signal } = this
    if (!saver.entry) return ''
    const { element, update } = remarksLater(saver.entry, signal, { ready: () => session.saved(), changed: (record) => saver.isNews(record) })
    session.on('saving', (isSaving) => { if (!isSaving) update() })
    return element
  }

  nextPhoto(label = texts.again) {
    return h('button', { type: 'button', class: 'button', onclick: this.again }, icon(hasCameraApp() ? 'camera' : 'photo'), label)
  }

  /**
   * @param {{head: Node[], photo: Node[], tools?: Node, near?: Node[], side: Node[]}} parts in addition
   *   to the common ones. If there are `tools`, they stay with the photo, or at the foot of a phone, where `near` is
   *   below the photo, and the rest in a sheet
   */
  layout({ head, photo, tools, near = [], side }) {
    const { session } = this
    this.undo = iconButton('undo', texts.undo, () => session.undo())
    this.redo = iconButton('redo', texts.redo, () => session.redo())
    return h('div', { class: tools ? 'result has-tools' : 'result' }, this.title,
      h('div', { class: 'result-head' }, head, this.source.map((note) => h('p', { class: 'hint' }, note)),
        h('div', { class: 'result-steps' }, this.undo, this.redo, this.nextPhoto(), this.exports.element)),
      h('div', { class: 'result-photo' }, photo, tools), this.#rest(h('div', { class: 'result-side' }, side, this.remarks()), near, tools))
  }

  #rest(side, near, tools) {
    if (!tools) return side
    this.more.element.append(side)
    return [h('div', { class: 'result-near' }, near), this.more.element]
  }

  /** Loads the photo, once the screen is in the page. */
  load() {
    this.stage.load(this.session.photo, this.session.result)
  }

  /** Updates the undo and redo buttons. */
  updateSteps() {
    this.undo.disabled = this.session.past.length === 0
    this.redo.disabled = this.session.future.length === 0
  }

  /** @param {import('../keys.js').Binding[]} bindings in addition to the common ones */
  listenToKeys(bindings) {
    const { session, signal } = this
    this.context.keys.add([
      { keys: ['z'], text: texts.keys.undo, run: () => session.undo() },
      { keys: ['Z'], text: texts.keys.redo, run: () => session.redo() },
      ...bindings,
      { keys: ['c'], text: texts.keys.again, run: () => this.again() },
      ...viewerKeys({ edits: true }),
    ].map((binding) => ({ ...binding, run: (event) => (signal.aborted ? false : binding.run(event)) })))
    undoByControl(session, signal)
    const undo = () => {
      if (!session.undo()) return
      tick()
      toast(texts.undone, { action: { label: texts.redo, run: () => session.redo() } })
    }
    import('../gestures/shake.js').then(({ listenToShakes }) => { if (!signal.aborted) listenToShakes(undo, signal) }, () => {})
  }

  close() {
    this.#life.abort()
    this.stage.close()
    this.session.close()
  }
}
