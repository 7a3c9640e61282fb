import { api } from '../api.js'
import { button } from '../buttons.js'
import { h, uniqueId } from '../dom.js'
import { datedName, saveText } from '../files.js'
import { fill, formatNumber, formatSize } from '../format.js'
import { icon } from '../icons.js'
import { load, messageState } from '../states.js'
import { strings } from '../strings.js'
import { galleryHeader } from './header.js'
import { Keeping } from './kept-copies.js'
import { photoPath } from './descriptions.js'

const texts = strings.gallery.duplicates
/** Number of groups shown at a time. */
const STEP = 40

/** Photos that show the same thing. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const body = h('div', {})
  root.append(galleryHeader('duplicates'), body)
  const { signal } = context
  return load(body, signal, () => api.gallery.duplicates({ signal }), (groups) => {
    if (groups.length === 0) return messageState({ icon: 'copies', title: texts.none.title, text: texts.none.text })
    const keeping = new Keeping(groups)
    const folder = commonFolder(groups.flatMap(({ photos }) => photos.flatMap(({ paths }) => paths)))
    return [h('p', { class: 'hint' }, texts.note), othersBar(keeping), ...kinds(groups, { keeping, folder })]
  })
}

/** Actions for the other copies: this page deletes nothing, but lists the files that may be deleted. */
function othersBar(keeping) {
  const count = h('p', { role: 'status' })
  const saver = h('button', { type: 'button', class: 'button', onclick: () => (
    saveText(`${keeping.others.join('\n')}\n`, 'text/plain', `${datedName(texts.stem, new Date())}.txt`)) }, icon('download'), texts.list)
  const show = () => { count.textContent = fill(texts.others, { count: keeping.others.length }) }
  keeping.addEventListener('change', show)
  show()
  return h('div', { class: 'copies-bar', hidden: keeping.others.length === 0 }, count, saver)
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

/** Shows the pictures side by side, each with its files below. */
function copies(group, { keeping, folder }) {
  const name = uniqueId('keep')
  const file = (path) => (keeping.has(group) ? choice(group, path, name, keeping, folder) : fileName(path, folder))
  const list = h('ul', { class: 'copies-list' }, group.photos.map((photo) => h('li', {},
    h('a', { href: photoPath(photo.id), 'aria-label': photo.paths[0] ?? '' },
      h('img', { src: api.gallery.coverURL(photo.id), alt: '', loading: 'lazy', decoding: 'async' })),
    h('p', {}, `${formatNumber(photo.width)} × ${formatNumber(photo.height)} · ${formatSize(photo.bytes)}`),
    h('div', { class: 'copies-files' }, photo.paths.map(file)))))
  return keeping.has(group) ? h('fieldset', { class: 'copies' }, h('legend', { class: 'visually-hidden' }, texts.which), list)
    : h('div', { class: 'copies' }, list)
}

function choice(group, path, name, keeping, folder) {
  return h('label', { class: 'copies-choice' },
    h('input', { type: 'radio', name, checked: keeping.keeps(group, path), 'aria-label': fill(texts.keep, { path }), onchange: () => keeping.keep(group, path) }),
    fileName(path, folder))
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
