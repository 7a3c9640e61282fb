import { api } from '../../api.js'
import { button } from '../../buttons.js'
import { h } from '../../dom.js'
import { fill } from '../../format.js'
import { confirm } from '../../shell/confirm.js'
import { load, messageState } from '../../states.js'
import { toast } from '../../toast.js'
import { galleryHeader } from '../header.js'
import { IndexerLine } from '../indexer-line.js'
import { peopleList, tell } from './faces.js'
import { people as texts } from './texts.js'


/** People in photos. They are not recognized until the user turns it on. @type {import('../../router.js').Mount} */
export function mount(root, context) {
  const body = h('div', {})
  const { signal } = context
  const ask = () => Promise.all([api.gallery.people.all(false, { signal }), api.gallery.people.all(true, { signal })])
  const show = () => load(body, signal, ask, ([shown, hidden]) => content(shown, hidden, show))
  const line = new IndexerLine(show, signal, () => {})
  root.append(galleryHeader('people'), line.element, body)
  line.begin()
  return show()
}

function content(shown, hidden, show) {
  const { isOn, canSwitch, people, others, waiting } = shown
  const hasData = people.length > 0 || hidden.people.length > 0 || others > 0
  if (!isOn && !hasData) return off(canSwitch, show)
  return [
    isOn ? null : h('div', { class: 'people-note' }, h('p', {}, texts.isOff), canSwitch ? button(texts.turnOn, () => turnOn(show), 'button') : null),
    waiting > 0 ? h('p', { class: 'hint', role: 'status' }, fill(texts.waiting, { count: waiting })) : null,
    people.length > 0 ? peopleList(people, show) : h('p', {}, texts.none),
    others > 0 ? h('p', {}, h('a', { href: '/gallery/people/other' }, fill(texts.others, { count: others }))) : null,
    hidden.people.length > 0 ? h('details', { class: 'people-hidden' }, h('summary', {}, fill(texts.hiddenPeople, { count: hidden.people.length })), peopleList(hidden.people, show)) : null,
    h('section', { class: 'people-privacy' }, h('h2', {}, texts.privacy), h('p', {}, texts.local),
      canSwitch ? button(texts.deleteAll, () => deleteAll(show), 'button-danger') : h('p', { class: 'hint' }, texts.elsewhere)),
  ].filter(Boolean)
}

function off(canSwitch, show) {
  return messageState({ icon: 'person', title: texts.off.title, text: h('span', {}, texts.off.text, ' ', texts.off.deleting),
    actions: canSwitch ? [button(texts.turnOn, () => turnOn(show), 'button')] : [h('p', { class: 'hint' }, texts.elsewhere)] })
}

async function turnOn(show) {
  try {
    await api.gallery.people.turnOn()
    toast(texts.on)
  } catch (error) {
    tell(error)
  }
  await show()
}

async function deleteAll(show) {
  const { title, text } = texts.confirm
  if (!await confirm({ title, text, action: texts.deleteAll })) return
  try {
    await api.gallery.people.deleteAll()
    toast(texts.deleted)
  } catch (error) {
    tell(error)
  }
  await show()
}
