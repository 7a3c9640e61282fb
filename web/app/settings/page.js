import { api } from '../api.js'
import { here } from '../device/here.js'
import { h } from '../dom.js'
import { icon } from '../icons.js'
import { toast } from '../toast.js'
import { aboutAlone, aboutSection } from './about.js'
import { deviceSection } from './device.js'
import { inboxSection } from '../gallery/inbox.js'
import { settingSections } from './sections.js'
import { sharingSection } from './sharing.js'
import { SettingsStore } from './store.js'
import { load } from '../states.js'
import { strings } from '../strings.js'

const texts = strings.settings

/** @type {import('../router.js').Mount} */
export function mount(root, context) {
  const { signal } = context
  if (here.isAlone) return root.append(h('header', { class: 'page-head' }, h('h1', {}, strings.shell.pages.settings)), deviceSection(), aboutAlone())
  const store = new SettingsStore()
  // Its room is reserved from the start: on a phone, what is below would move.
  const reset = h('button', { class: 'button-plain', type: 'button', style: { visibility: 'hidden' },
    onclick: () => resetAll(store) }, icon('undo'), texts.reset.action)
  const body = h('div', {})
  root.append(
    h('header', { class: 'page-head' }, h('h1', {}, strings.shell.pages.settings), reset),
    h('p', { class: 'hint' }, texts.hint), body)
  return load(body, signal, () => Promise.all([api.about({ signal }), store.load(signal)]), ([about]) => {
    reset.style.visibility = ''
    return h('div', { class: 'settings-columns' },
      h('div', {}, settingSections(store, signal), inboxPlace(signal)),
      h('div', {}, deviceSection(), sharingSection(about, signal), aboutSection(about)))
  })
}

/** The folder for photos from devices; an empty element until it is known. */
function inboxPlace(signal) {
  const place = h('div', { class: 'settings-section' })
  const show = async () => {
    const state = await api.gallery.state({ signal }).catch(() => null)
    if (state) place.replaceChildren(inboxSection(state, show))
  }
  show()
  return place
}

async function resetAll(store) {
  const complain = (error) => api.isAbort(error) || toast(api.sentence(error), { kind: 'problem' })
  try {
    const before = await store.reset()
    const undo = () => store.change(before).then(() => toast(texts.reset.undone), complain)
    toast(texts.reset.done, Object.keys(before).length > 0 ? { undo } : {})
  } catch (error) {
    complain(error)
  }
}
