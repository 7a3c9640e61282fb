import { api } from '../../api.js'
import { button } from '../../buttons.js'
import { h } from '../../dom.js'
import { fill } from '../../format.js'
import { strings } from '../../strings.js'
import { toast } from '../../toast.js'
import { confirm } from '../../shell/confirm.js'
import { askForTag } from '../tag-dialog.js'
import { people as texts } from './texts.js'


/** A face in a circle. @param {number} id of the face @param {string} [alt] */
export const facePicture = (id, alt = '') => h('img', { class: 'face', src: api.gallery.people.faceURL(id), alt, loading: 'lazy', decoding: 'async' })

export const personPath = (id) => `/gallery/people/${id}`

/** The people of the library as round pictures. @param {object[]} people @param {() => void} changed */
export function peopleList(people, changed) {
  return h('ul', { class: 'people-list' }, people.map((person) => h('li', { class: 'person' },
    h('a', { class: 'person-link', href: personPath(person.id), 'aria-label': fill(texts.open, { name: person.name ?? texts.unnamed }) },
      facePicture(person.cover), person.name ? h('span', { class: 'person-name' }, person.name) : null),
    person.name ? null : button(texts.addName, () => askForName(person, changed)),
    h('span', { class: 'hint' }, fill(strings.gallery.photos, { count: person.photos })))))
}

/** Names a person, or merges it with the person who has the name already. @param {object} person @param {() => void} changed */
export async function askForName(person, changed) {
  const { people } = await api.gallery.people.all().catch(() => ({ people: [] }))
  const others = people.filter(({ id, name }) => name && id !== person.id)
  const name = await askForTag({ title: texts.nameTitle, action: strings.gallery.save, label: texts.name, known: others.map((other) => other.name), value: person.name ?? '' })
  if (!name || name === person.name) return
  const same = others.find((other) => other.name.toLowerCase() === name.toLowerCase())
  if (!same) return change(() => api.gallery.people.change(person.id, { name }), fill(texts.named, { name }), changed)
  const { title, text, action } = texts.same
  if (await confirm({ title: fill(title, { name: same.name }), text, action })) await merge([person.id], same, changed)
}

/** @param {number[]} people @param {{id: number, name?: string}} into @param {() => void} changed */
export function merge(people, into, changed) {
  return change(() => api.gallery.people.merge(people, into.id), into.name ? fill(texts.mergedInto, { name: into.name }) : texts.merged, changed)
}

/**
 * Changes people, says so, and offers to undo it.
 *
 * @param {() => Promise<number>} work @param {string} text @param {() => void} changed called after the change, and again after undoing it
 * @returns {Promise<boolean>} whether it was changed
 */
export async function change(work, text, changed) {
  try {
    const number = await work()
    toast(text, { undo: () => api.gallery.people.undo(number).then(changed, tell) })
    await changed()
    return true
  } catch (error) {
    tell(error)
    return false
  }
}

export const tell = (error) => toast(api.sentence(error), { kind: 'problem' })
