import { api } from '../../api.js'
import { button } from '../../buttons.js'
import { h, uniqueId } from '../../dom.js'
import { fill } from '../../format.js'
import { load, messageState } from '../../states.js'
import { strings } from '../../strings.js'
import { icon } from '../../icons.js'
import { galleryPath, photoPath } from '../descriptions.js'
import { galleryHeader } from '../header.js'
import { askForTag } from '../tag-dialog.js'
import { askForName, change, facePicture, merge } from './faces.js'
import { people as texts } from './texts.js'

/** The number of faces fetched at a time. */
const STEP = 120

/** A person and all faces of it, or the other faces. @type {import('../../router.js').Mount} */
export function mount(root, context) {
  return new PersonPage(root, context).show()
}

class PersonPage {
  #body = h('div', {})
  #chosen = new Set()

  constructor(root, context) {
    this.context = context
    this.id = context.params.id === 'other' ? null : Number(context.params.id)
    root.append(galleryHeader('people'), h('p', {}, h('a', { class: 'people-back', href: '/gallery/people' }, icon('back'), texts.title)), this.#body)
  }

  show() {
    this.#chosen.clear()
    return load(this.#body, this.context.signal, () => this.#ask(), ([person, faces]) => {
      if (person === null) return gone()
      this.person = person
      this.context.setTitle(person?.name ?? (person ? texts.unnamed : texts.otherTitle))
      return [person ? this.#head(person) : h('div', { class: 'person-head' }, h('h2', {}, texts.otherTitle)),
        person ? null : h('p', { class: 'hint' }, texts.otherText), this.#actions(), this.#list(faces)].filter(Boolean)
    })
  }

  /** Returns the person and the first faces: undefined for the other faces, and null for a person who is gone. */
  async #ask() {
    const faces = await this.#faces(0)
    if (this.id === null) return [undefined, faces]
    return [faces.length > 0 ? await api.gallery.people.one(this.id, { signal: this.context.signal }) : null, faces]
  }

  #faces(offset) {
    return api.gallery.people.faces({ person: this.id ?? undefined, offset, limit: STEP }, { signal: this.context.signal })
  }

  #head(person) {
    const { id, name, isHidden } = person
    const hide = () => change(() => api.gallery.people.change(id, { isHidden: !isHidden }), isHidden ? texts.shown : texts.hidden, () => this.show())
    return h('div', { class: 'person-head' }, facePicture(person.cover), h('h2', {}, name ?? texts.unnamed),
      h('div', { class: 'person-actions' },
        name ? h('a', { class: 'button', href: galleryPath(`person:"${name}"`, name) }, texts.photos) : null,
        button(name ? texts.rename : texts.addName, () => askForName(person, () => this.#renew()), name ? 'button-plain' : 'button'),
        button(texts.merge, () => this.#merge(person)), button(isHidden ? texts.unhide : texts.hide, hide)))
  }

  /** A person without faces is gone, because of a merge for example. */
  async #renew() {
    if (this.id === null || (await this.#faces(0).catch(() => [])).length > 0) return this.show()
    return this.context.navigate('/gallery/people', { replace: true })
  }

  async #merge(person) {
    const { people } = await api.gallery.people.all().catch(() => ({ people: [] }))
    const into = await choosePerson(people.filter(({ id }) => id !== person.id))
    if (!into) return
    // The named one stays.
    const [gone, kept] = into.name || !person.name ? [person, into] : [into, person]
    await merge([gone.id], kept, () => this.#renew())
  }

  #actions() {
    this.count = h('p', { class: 'selection-count', role: 'status' })
    this.cover = button(texts.cover, () => this.#change((faces) => api.gallery.people.change(this.id, { cover: faces[0] }), texts.covered))
    this.bar = h('div', { class: 'selection-bar', role: 'group', 'aria-label': texts.chosenLabel, hidden: true }, this.count,
      this.id === null ? null : button(texts.not, () => this.#change((faces) => api.gallery.people.assign({ faces }), texts.removed)),
      button(this.id === null ? texts.thisIs : texts.another, () => this.#assign()), this.id === null ? null : this.cover)
    return this.bar
  }

  #choose(face, isChosen) {
    if (isChosen) this.#chosen.add(face.id)
    else this.#chosen.delete(face.id)
    const { size } = this.#chosen
    this.bar.hidden = size === 0
    this.cover.hidden = size !== 1
    this.count.textContent = size === 0 ? '' : fill(texts.chosen, { count: size })
  }

  #change(work, words, values = {}) {
    const faces = [...this.#chosen]
    return change(() => work(faces), fill(words, { count: faces.length, ...values }), () => this.#renew())
  }

  /** Says whose the chosen faces are: a known person, or a new one. */
  async #assign() {
    const { people } = await api.gallery.people.all().catch(() => ({ people: [] }))
    const others = people.filter(({ id, name }) => name && id !== this.id)
    const name = await askForTag({ title: texts.whoTitle, action: strings.gallery.save, label: texts.name, known: others.map((other) => other.name) })
    if (!name) return
    const known = others.find((other) => other.name.toLowerCase() === name.toLowerCase())
    await this.#change((faces) => api.gallery.people.assign(known ? { faces, person: known.id } : { faces, newPerson: name }), texts.assigned, { name })
  }

  #list(faces) {
    const list = h('ul', { class: 'face-list' }, faces.map((face) => this.#face(face)))
    const more = button(texts.more, async () => {
      const next = await this.#faces(list.childElementCount).catch(() => [])
      list.append(...next.map((face) => this.#face(face)))
      more.hidden = next.length < STEP
    })
    more.hidden = faces.length < STEP
    return h('div', {}, list, more)
  }

  #face(face) {
    const id = uniqueId('face')
    return h('li', { class: 'face-choice' },
      h('a', { href: photoPath(face.photo), 'aria-label': texts.openPhoto }, facePicture(face.id)),
      h('input', { type: 'checkbox', id, 'aria-label': texts.choose, onchange: ({ target }) => this.#choose(face, target.checked) }))
  }
}

/** Asks for one of the people. @param {object[]} people @returns {Promise<object | undefined>} */
function choosePerson(people) {
  const titleId = uniqueId('merge')
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': titleId },
    h('div', { class: 'dialog-head' }, h('h2', { id: titleId }, texts.mergeTitle)),
    h('div', { class: 'dialog-body' },
      people.length === 0 ? h('p', {}, texts.alone) : h('ul', { class: 'people-list' }, people.map((person) => h('li', { class: 'person' },
        h('button', { class: 'person-link', type: 'button', onclick: () => dialog.close(String(person.id)) }, facePicture(person.cover),
          h('span', { class: 'person-name' }, person.name ?? texts.unnamed)),
        h('span', { class: 'hint' }, fill(strings.gallery.photos, { count: person.photos }))))),
      h('div', { class: 'dialog-actions' }, button(strings.shell.cancel, () => dialog.close('')))))
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => dialog.addEventListener('close', () => {
    dialog.remove()
    resolve(people.find(({ id }) => String(id) === dialog.returnValue))
  }, { once: true }))
}

function gone() {
  return messageState({ icon: 'person', title: texts.gone.title, text: texts.gone.text,
    actions: [h('a', { class: 'button', href: '/gallery/people' }, texts.title)] })
}
