import { api } from '../api.js'
import { button } from '../buttons.js'
import { h, uniqueId } from '../dom.js'
import { datedName, saveText } from '../files.js'
import { fill, formatNumber, formatSize } from '../format.js'
import { icon } from '../icons.js'
import { confirm } from '../shell/confirm.js'
import { load, messageState } from '../states.js'
import { strings } from '../strings.js'
import { galleryHeader } from './header.js'
import { Keeping } from './kept-copies.js'
import { photoPath } from './descriptions.js'
import { trashCopies } from './trash.js'

const texts = strings.gallery.duplicates
/** Number of groups shown at a time. */
const STEP = 40

/** Photos that show the same thing. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const body = h('div', {})
  root.append(galleryHeader('duplicates'), body)
  const { signal } = context
  const show = () => load(body, signal, () => Promise.all([api.gallery.duplicates({ signal }), api.gallery.state({ signal })]), ([groups, { canAdd }]) => {
    if (groups.length === 0) return messageState({ icon: 'copies', title: texts.none.title, text: texts.none.text })
    const keeping = new Keeping(groups)
    const folder = commonFolder(groups.flatMap(({ photos }) => photos.flatMap(({ paths }) => paths)))
    // Only on the computer itself are files moved.
    // A file may be the best of one group and a copy in another.
    const page = { keeping, folder, others: new Set(keeping.others), trash: canAdd ? (choices) => trashCopies(choices, show) : null }
    return [h('p', { class: 'hint' }, canAdd ? texts.note : texts.noteElsewhere), othersBar(page), ...kinds(groups, page)]
  })
  return show()
}

/** Actions for all other copies at once. */
function othersBar({ keeping, trash }) {
  const count = h('p', { role: 'status' })
  const list = h('button', { type: 'button', class: trash ? 'button-plain' : 'button', onclick: () => (
    saveText(`${keeping.others.join('\n')}\n`, 'text/plain', `${datedName(texts.stem, new Date())}.txt`)) }, icon('download'), texts.list)
  const all = trash && h('button', { type: 'button', class: 'button', onclick: () => trashAll(keeping, trash) }, icon('trash'), texts.trash)
  const show = () => { count.textContent = fill(texts.others, { count: keeping.others.length }) }
  keeping.addEventListener('change', show)
  show()
  return h('div', { class: 'copies-bar', hidden: keeping.others.length === 0 }, count, all, list)
}

async function trashAll(keeping, trash) {
  const { title, text } = texts.confirm
  if (await confirm({ title, text: fill(text, { count: keeping.others.length }), action: texts.trash })) await trash(keeping.choices)
}

function kinds(groups, page) {
  return Object.entries(texts.kinds).map(([kind, words]) => [words, groups.filter((group) => group.kind === kind)])
    .filter(([, list]) => list.length > 0).map(([words, list]) => section(words, list, page))
}

function section({ title, text }, groups, page) {
  const place = h('div', {})
  const more = button(texts.more, () => show())
  let shown = 0
  const show = () => {
    place.append(...groups.slice(shown, shown + STEP).map((each) => copies(each, page)))
    shown += STEP
    more.hidden = shown >= groups.length
  }
  show()
  return h('section', { class: 'copies' }, h('h2', {}, title), h('p', { class: 'hint' }, text), place, more)
}

/** Shows every file side by side: its picture, its size, and where it is. */
function copies(group, page) {
  const { keeping } = page
  const name = uniqueId('keep')
  const isBest = (path) => keeping.has(group) && keeping.keeps(group, path)
  const files = group.photos.flatMap((photo) => photo.paths.map((path) => ({ photo, path }))).toSorted((one, other) => isBest(other.path) - isBest(one.path))
  const list = h('ul', { class: 'copies-list' }, files.map(({ photo, path }) => h('li', {},
    h('a', { href: photoPath(photo.id), 'aria-label': path },
      h('img', { src: api.gallery.coverURL(photo.id), alt: '', loading: 'lazy', decoding: 'async' })),
    page.trash && keeping.has(group) && fate(!page.others.has(path)),
    h('p', {}, `${formatNumber(photo.width)} × ${formatNumber(photo.height)} · ${formatSize(photo.bytes)}`),
    choice(group, path, name, page))))
  return keeping.has(group) && !page.trash ? h('fieldset', { class: 'copies' }, h('legend', { class: 'visually-hidden' }, texts.which), list)
    : h('div', { class: 'copies' }, list)
}

/** The end of a file when all copies are moved: it stays, or goes to the trash. @param {boolean} isKept */
const fate = (isKept) => h('p', { class: isKept ? 'copies-fate is-kept' : 'copies-fate' }, icon(isKept ? 'check' : 'trash'), isKept ? texts.stays : texts.goes)

/** A file, with what makes it the one to keep. */
function choice(group, path, name, { keeping, folder, trash }) {
  if (!keeping.has(group)) return fileName(path, folder)
  if (!trash) {
    return h('label', { class: 'copies-choice' },
      h('input', { type: 'radio', name, checked: keeping.keeps(group, path), 'aria-label': fill(texts.keep, { path }), onchange: () => keeping.keep(group, path) }),
      fileName(path, folder))
  }
  const only = button(texts.only, () => trash([keeping.choice(group, path)]))
  only.setAttribute('aria-label', fill(texts.onlyLabel, { path }))
  return [fileName(path, folder), only]
}

/** Shows the name first, then its folder without the part that all have in common. */
function fileName(path, folder) {
  const at = path.lastIndexOf('/') + 1
  return h('span', { class: 'copies-file', title: path }, h('span', {}, path.slice(at)), h('span', { class: 'path hint' }, path.slice(folder.length, at)))
}

/** Returns the folder that contains all files. @param {string[]} paths */
function commonFolder(paths) {
  let common = paths[0] ?? ''
  for (const path of paths) while (!path.startsWith(common)) common = common.slice(0, -1)
  return common.slice(0, common.lastIndexOf('/') + 1)
}
