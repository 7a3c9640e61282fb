import { api } from '../api.js'
import { iconButton } from '../buttons.js'
import { h } from '../dom.js'
import { toast } from '../toast.js'
import { changes } from './changes.js'
import { exportsOf } from './exports.js'
import { parameters } from './parameters.js'
import { picture } from './picture.js'
import { summary } from './summary.js'
import { resultTable } from './table.js'
import { warnings } from './warnings.js'
import { fill } from '../format.js'
import { askForTag } from '../gallery/tag-dialog.js'
import { deleteEntry, setFavorite } from '../history/actions.js'
import { findEntry } from '../history/find.js'
import { orderAround } from '../history/order.js'
import { listenToSwipes } from '../gestures/swipe.js'
import { Beside } from '../result/beside.js'
import { fitsSame, isAlike } from '../result/merge.js'
import { remarksLater } from '../result/remarks-later.js'
import { favoriteButton } from '../history/row.js'
import { icon } from '../icons.js'
import { placeField, shelfLinks } from '../shelf/library/place-field.js'
import { load, messageState } from '../states.js'
import { strings } from '../strings.js'
import { viewerKeys } from '../viewer/key-list.js'

const texts = strings.entry

/** One entry of the history, with everything stored about it. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const { params, signal, keys, navigate } = context
  const title = h('h1', {}, texts.title)
  const actions = h('div', { class: 'page-actions' })
  const body = h('div', {})
  const beside = new Beside(navigate)
  root.append(
    h('div', { class: 'page-ways' }, h('a', { class: 'back-link', href: '/history' }, icon('back'), texts.back), beside.element),
    h('header', { class: 'page-head' }, title, actions), body)
  keys.add([
    { keys: ['h'], text: texts.keys.back, run: () => navigate('/history') },
    { keys: ['j'], text: strings.result.after, run: () => beside.go(1) },
    { keys: ['k'], text: strings.result.before, run: () => beside.go(-1) },
  ])
  orderAround(params.id, signal).then((ids) => beside.set(ids.map((id) => `/history/${id}`), ids.indexOf(params.id)), () => {})
  return load(body, signal, () => findEntry(params.id, signal), (record) => {
    if (!record) return gone()
    const tell = () => {
      title.textContent = record.entry.title
      context.setTitle(record.entry.title)
    }
    tell()
    actions.replaceChildren(...buttons(record.entry, context, tell))
    follow(record, context)
    return content(record, signal, actions, tell, beside)
  })
}

/** Offers to show the entry again when others have corrected it. */
async function follow({ entry, result, corrections }, { signal, navigate }) {
  const { news, load: label } = strings.result.elsewhere
  let hide
  const following = await import('../result/following.js').catch(() => null)
  if (signal.aborted) return
  following?.followEntry({
    entry: () => entry, state: () => entry, signal, tell: (record) => {
      hide?.()
      if (isAlike(record.corrections, corrections) && fitsSame(record.result, result)) return
      hide = toast(news, { stays: true, action: { label, run: () => navigate(`/history/${entry.id}`, { replace: true }) } })
    },
  })
  signal.addEventListener('abort', () => hide?.(), { once: true })
}

function gone() {
  return messageState({ icon: 'history', title: texts.gone.title, text: texts.gone.text,
    actions: [h('a', { class: 'button', href: '/history' }, texts.gone.back)] })
}

function content(record, signal, actions, renamed, beside) {
  const { entry } = record
  const { element, viewer } = picture(record, signal, (isThere) => {
    exports.update(isThere)
    if (isThere) listenToSwipes(viewer(), (step) => beside.go(step))
  })
  const exports = exportsOf(record, viewer)
  actions.prepend(exports.element)
  return h('div', { class: 'entry-columns' },
    h('div', { class: 'entry-main' }, summary(record, renamed), warnings(record), element, resultTable(record)),
    h('div', { class: 'entry-side' }, record.photo && correctLink(entry), remarksLater(entry, signal).element,
      entry.kind === 'shelf' && [placeField(() => entry, signal), shelfLinks(entry, record.result)],
      parameters(record), !entry.isHere && changes(record)))
}

/** Links to the page that created the entry, where the photo can be corrected. */
function correctLink({ kind, id }) {
  return h('div', {}, h('a', { class: 'button', href: `/${kind}?entry=${id}` }, icon('edit'), texts.correct))
}

/** @param {() => void} renamed */
function buttons(entry, context, renamed) {
  const favorite = favoriteButton(entry, (isOn) => setFavorite(entry, isOn, show))
  const show = (isOn) => {
    entry.favorite = isOn
    favorite.dispatchEvent(new CustomEvent('show', { detail: isOn }))
  }
  const remove = async () => {
    const restored = () => context.navigate(`/history/${entry.id}`)
    if (await deleteEntry(entry, restored)) context.navigate('/history')
  }
  context.keys.add([
    { keys: ['f'], text: texts.keys.favorite, run: () => setFavorite(entry, !entry.favorite, show) },
    { keys: ['n'], text: texts.keys.note, run: () => document.querySelector('.entry-note-field textarea')?.focus() },
    { keys: ['Delete'], text: texts.keys.delete, run: () => void remove() },
    ...viewerKeys(),
  ])
  return [
    iconButton('edit', texts.rename, () => rename(entry, renamed)),
    favorite,
    h('button', { class: 'button-icon', type: 'button', title: texts.delete,
      'aria-label': fill(strings.history.deleteOf, entry), onclick: remove }, icon('trash')),
  ]
}

async function rename(entry, renamed) {
  const title = await askForTag({ title: texts.renameTitle, action: strings.gallery.save, label: texts.name, value: entry.title })
  if (!title || title === entry.title) return
  try {
    Object.assign(entry, (await api.history.change(entry.id, { title })).entry ?? { title })
    renamed()
  } catch (error) {
    toast(api.sentence(error), { kind: 'problem' })
  }
}
