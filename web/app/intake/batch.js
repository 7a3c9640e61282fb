import { outer } from '../base.js'
import { button } from '../buttons.js'
import { h } from '../dom.js'
import { found } from '../history/words.js'
import { icon } from '../icons.js'
import { chosenRecipe } from '../recipes/chooser.js'
import { strings } from '../strings.js'

const texts = strings.intake.batch
const starts = { count: 'startCount', rack: 'startRack', shelf: 'startShelf' }

/** Several photos, counted or read one after the other; what comes out is in the history. */
export class Batch {
  #life = new AbortController()

  /**
   * @param {HTMLElement} root @param {import('../router.js').Context} context
   * @param {'count' | 'rack' | 'shelf'} page @param {File[]} files
   */
  constructor(root, context, page, files) {
    Object.assign(this, { context, page })
    this.rows = files.map((file) => new BatchRow(file))
    this.status = h('p', { class: 'batch-status', role: 'status' })
    this.stopper = button(texts.stop, () => this.stop())
    this.heading = h('h1', { tabindex: -1 }, texts.title(files.length))
    context.signal.addEventListener('abort', () => this.stop(), { once: true })
    root.replaceChildren(
      h('header', { class: 'page-head' }, this.heading),
      h('p', { class: 'hint' }, texts.hint),
      h('div', { class: 'batch-line' }, this.status, this.stopper),
      h('ul', { class: 'batch' }, this.rows.map(({ element }) => element)))
    this.heading.focus({ preventScroll: true })
    context.setTitle(texts.title(files.length))
  }

  /** Ends when all are done, or when it is stopped. */
  async run() {
    const { signal } = this.#life
    for (const [index, row] of this.rows.entries()) {
      if (signal.aborted) break
      this.status.textContent = texts.at(index + 1, this.rows.length)
      await this.#work(row, signal)
    }
    for (const row of this.rows) row.close()
    this.stopper.remove()
    if (this.heading.isConnected) this.#tellEnd()
  }

  stop() {
    this.#life.abort()
  }

  async #work(row, signal) {
    const { api } = this.context
    try {
      row.tell(texts.sending)
      const name = row.file.name || 'photo.jpg'
      const photo = await api.photos.upload(row.file, { name, onProgress: () => {}, signal })
      row.tell(texts.working[this.page])
      const wishes = { photo: photo.id, options: {}, ...(this.page === 'count' && { recipe: chosenRecipe() }) }
      const job = await api[starts[this.page]](wishes, { signal })
      const { entry, result } = await api.followJob(job, { signal })
      if (entry) row.finish(entry, `/${this.page}?entry=${entry.id}`)
      else row.tell(result ? texts.unkept : texts.stopped)
    } catch (error) {
      row.tell(api.isAbort(error) ? texts.stopped : api.sentence(error), !api.isAbort(error))
    }
  }

  #tellEnd() {
    const done = this.rows.filter(({ isDone }) => isDone).length
    this.status.replaceChildren(texts.end(done, this.rows.length), ' ', h('a', { href: `/history?kind=${this.page}` }, texts.history))
    this.heading.focus({ preventScroll: true })
  }
}

/** One photo of them. */
class BatchRow {
  isDone = false

  /** @param {File} file */
  constructor(file) {
    this.file = file
    this.address = URL.createObjectURL(file)
    const picture = h('img', { class: 'entry-thumbnail', alt: '', width: 64, height: 64, decoding: 'async' })
    picture.src = this.address
    // HEIC is drawn by few browsers: then the server's own picture comes with the result.
    picture.addEventListener('error', () => picture.removeAttribute('src'), { once: true })
    this.picture = picture
    this.words = h('span', { class: 'batch-state hint' }, texts.waiting)
    this.element = h('li', { class: 'batch-row' }, this.picture,
      h('span', { class: 'entry-words' }, h('span', { class: 'entry-title' }, file.name || texts.unnamed), this.words))
  }

  /** @param {string} text @param {boolean} [isProblem] */
  tell(text, isProblem = false) {
    this.words.className = isProblem ? 'batch-state field-problem' : 'batch-state hint'
    this.words.textContent = text
  }

  /** @param {object} entry of the history @param {string} href */
  finish(entry, href) {
    this.isDone = true
    this.picture.src = outer(entry.thumbnail)
    this.element.replaceChildren(h('a', { class: 'entry-link', href }, this.picture,
      h('span', { class: 'entry-words' },
        h('span', { class: 'entry-found' }, icon(entry.kind), found(entry)),
        h('span', { class: 'entry-title' }, entry.title))))
  }

  close() {
    URL.revokeObjectURL(this.address)
  }
}
