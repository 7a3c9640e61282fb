import { api } from '../../api.js'
import { h } from '../../dom.js'
import { canShare } from '../../files.js'
import { fill, formatNumber } from '../../format.js'
import { icon } from '../../icons.js'
import { button } from '../../buttons.js'
import { handOver } from '../../intake/handed.js'
import { load, messageState } from '../../states.js'
import { strings } from '../../strings.js'
import { toast } from '../../toast.js'
import { viewerKeys } from '../../viewer/key-list.js'
import { ratePhotos } from '../rating.js'
import { reasonText } from '../match-reasons.js'
import { Stars } from '../stars.js'
import { galleryPath, photoLabel, photoPath } from '../descriptions.js'
import { Facts } from './facts.js'
import { Neighbors } from './neighbors.js'
import { PhotoStage } from './stage.js'
import { TagEditor } from './tags.js'

const texts = strings.gallery.photo

/** One photo, with everything known about it. @type {import('../../router.js').Mount} */
export function mount(root, context) {
  return new PhotoPage(root, context).open()
}

class PhotoPage {
  constructor(root, context) {
    this.context = context
    this.id = Number(context.params.id)
    this.query = context.query.get('q') ?? ''
    this.neighbors = new Neighbors(this.id, this.query, context.query.get('at'), context.signal)
    this.title = h('h1', {}, texts.title)
    this.position = h('span', { class: 'hint' })
    this.body = h('div', {})
    root.append(
      h('header', { class: 'page-head photo-head' },
        h('a', { class: 'back-link', href: galleryPath(this.query) }, icon('back'), texts.back), this.title,
        this.position, this.#step(-1, 'back', texts.previous), this.#step(1, 'forward', texts.next)),
      this.body)
    this.#registerKeys()
  }

  open() {
    const { signal } = this.context
    this.#showPosition()
    return load(this.body, signal, () => this.#details(signal), (details) => (details ? this.#content(details) : gone()))
  }

  async #details(signal) {
    try {
      return await api.gallery.details(this.id, { signal })
    } catch (error) {
      if (error?.status === 404) return null
      throw error
    }
  }

  #content(details) {
    const label = photoLabel(details.photo)
    this.title.textContent = label
    this.context.setTitle(label)
    const { signal } = this.context
    const stage = new PhotoStage(details.photo, signal, { go: (step) => this.#go(step), rate: (rating) => this.#rate(rating) })
    this.tags = new TagEditor(details, signal)
    this.stars = new Stars(details.rating, (rating) => this.#rate(rating))
    const why = h('div', {})
    this.neighbors.why.then((lines) => { if (lines.length > 0) why.replaceChildren(reasons(lines)) })
    return h('div', { class: 'photo-columns' }, stage.element,
      h('div', { class: 'photo-side' }, this.stars.element, why, this.tags.element, new Facts(details).element, this.#jobs(details), actions(details, signal)))
  }

  /** Other things that Espy can do with this photo. */
  #jobs({ photo }) {
    return h('section', {}, h('h2', {}, texts.jobs.title), h('div', { class: 'photo-actions' },
      ['count', 'rack', 'shelf'].map((job) => {
        const element = button(texts.jobs[job], () => this.#hand(job, photo, element))
        element.prepend(icon(job))
        return element
      })))
  }

  async #hand(job, photo, element) {
    const { signal, navigate } = this.context
    element.disabled = true
    try {
      handOver(job, [await api.gallery.original(photo, { signal })])
      navigate(`/${job}`)
    } catch (error) {
      element.disabled = false
      if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
    }
  }

  async #rate(rating) {
    await ratePhotos([this.id], rating, async (isUndone) => {
      this.stars.show(isUndone ? (await this.#details(this.context.signal))?.rating : rating)
    })
  }

  async #showPosition() {
    const { at, total } = await this.neighbors.known
    if (total > 0) this.position.textContent = fill(texts.position, { at: formatNumber(at + 1), total: formatNumber(total) })
  }

  #step(step, picture, label) {
    return h('button', { class: 'button-icon', type: 'button', title: label, 'aria-label': label,
      onclick: () => this.#go(step) }, icon(picture))
  }

  async #go(step) {
    const next = await this.neighbors.at(step)
    if (next) this.context.navigate(photoPath(next.id, this.query, next.at), { replace: true })
  }

  #registerKeys() {
    const { keys, navigate } = this.context
    keys.add([
      { keys: ['ArrowRight', 'j'], text: strings.gallery.keys.next, run: () => void this.#go(1) },
      { keys: ['ArrowLeft', 'k'], text: strings.gallery.keys.previous, run: () => void this.#go(-1) },
      { keys: ['0', '1', '2', '3', '4', '5'], isRange: true, text: strings.gallery.keys.rate, run: ({ key }) => { if (this.stars) this.#rate(Number(key)) } },
      { keys: ['t'], text: strings.gallery.keys.tag, run: () => this.tags?.focus() },
      { keys: ['h', 'Escape'], text: strings.gallery.keys.back, run: () => navigate(galleryPath(this.query)) },
      ...viewerKeys({ fits: false }),
    ])
  }
}

function reasons(lines) {
  return h('section', {}, h('h2', {}, texts.why), h('ul', { class: 'why-list' }, lines.map((line) => h('li', {}, reasonText(line)))))
}

function actions({ photo }, signal) {
  return h('div', { class: 'photo-actions' },
    canShare('image/jpeg') && h('button', { type: 'button', class: 'button-plain', onclick: () => share(photo, signal) }, icon('share'), strings.gallery.share),
    h('a', { class: 'button-plain', href: galleryPath(`similar:${photo.id}`) }, icon('like'), texts.similar),
    h('a', { class: 'button-plain', href: api.gallery.originalURL(photo.id), download: photo.name }, icon('download'), texts.save))
}

async function share(photo, signal) {
  try {
    await navigator.share({ files: [await api.gallery.original(photo, { signal })] })
  } catch (error) {
    if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
  }
}

function gone() {
  return messageState({ icon: 'gallery', title: texts.gone.title, text: texts.gone.text,
    actions: [h('a', { class: 'button', href: '/gallery' }, texts.gone.back)] })
}
