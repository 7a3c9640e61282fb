import { api } from '../api.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { confirm } from '../shell/confirm.js'
import { load, loadingState } from '../states.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { galleryHeader } from './header.js'
import { inboxSection } from './inbox.js'
import { folderForm, noLibrary } from './states.js'

const texts = strings.gallery.folders

/** The folders of the library. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const body = h('div', {})
  root.append(galleryHeader('folders'), body)
  const { signal } = context
  const page = {
    api,
    show: () => load(body, signal, () => api.gallery.state({ signal }), (state) => (
      state.folders.length > 0 ? content(state, page) : noLibrary(state, page.show))),
    wait: () => body.replaceChildren(loadingState(texts.removing)),
  }
  return page.show()
}

function content(state, page) {
  const { folders, canAdd } = state
  return [
    h('p', { class: 'hint' }, texts.note),
    h('ul', { class: 'folder-list' }, folders.map((folder) => row(folder, canAdd, page))),
    canAdd ? h('section', { class: 'album-group' }, h('h2', {}, texts.add), folderForm(page.show))
      : h('p', { class: 'hint' }, texts.elsewhere),
    inboxSection(state, page.show),
  ]
}

function row(folder, canRemove, page) {
  const { path, state, photos } = folder
  return h('li', { class: 'folder-row' }, icon(['ok', 'remote'].includes(state) ? 'folder' : 'warning'),
    h('div', { class: 'folder-words' }, h('p', { class: 'folder-path' }, folder.isSample ? strings.gallery.samples.name : path),
      h('p', { class: 'hint' }, [fill(texts.files, { count: photos }), texts.states[state]].filter(Boolean).join(' · '))),
    canRemove ? h('button', { class: 'button-icon', type: 'button', 'aria-label': fill(texts.remove, { path }),
      title: fill(texts.remove, { path }), onclick: () => remove(folder, page) }, icon('trash')) : null)
}

async function remove({ id, path, photos }, page) {
  const { title, text, kept, action } = texts.confirm
  const isSure = await confirm({ title, text: fill(text, { count: photos, path }), action, extra: h('p', {}, kept) })
  if (!isSure) return
  // A hundred thousand photos take a few seconds.
  page.wait()
  try {
    await api.gallery.removeFolder(id)
    toast(fill(texts.removed, { path }))
  } catch (error) {
    toast(api.sentence(error), { kind: 'problem' })
  }
  page.show()
}

/** Returns a link to the folders, for pages that do not show them. */
export const foldersLink = () => h('a', { class: 'button-icon', href: '/gallery/folders', title: texts.title,
  'aria-label': texts.title }, icon('folder'))
