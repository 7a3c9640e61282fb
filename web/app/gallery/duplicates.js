import { button } from '../buttons.js'
import { h } from '../dom.js'
import { formatNumber } from '../format.js'
import { load, messageState } from '../states.js'
import { strings } from '../strings.js'
import { galleryHeader } from './header.js'
import { fileSize, photoPath } from './words.js'

const texts = strings.gallery.duplicates
/** Groups that are shown at once. */
const STEP = 40

/** Photos that show the same. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const body = h('div', {})
  root.append(galleryHeader('duplicates'), body)
  const { api, signal } = context
  return load(body, signal, () => api.gallery.duplicates({ signal }), (groups) => (
    groups.length > 0 ? [h('p', { class: 'hint' }, texts.note), ...kinds(groups, api)]
      : messageState({ icon: 'copies', title: texts.none.title, text: texts.none.text })))
}

function kinds(groups, api) {
  return Object.entries(texts.kinds).map(([kind, words]) => [words, groups.filter((group) => group.kind === kind)])
    .filter(([, list]) => list.length > 0).map(([words, list]) => section(words, list, api))
}

function section({ title, text }, groups, api) {
  const place = h('div', {})
  const more = button(texts.more, () => show())
  let shown = 0
  const show = () => {
    place.append(...groups.slice(shown, shown + STEP).map((each) => group(each, api)))
    shown += STEP
    more.hidden = shown >= groups.length
  }
  show()
  return h('section', { class: 'copies' }, h('h2', {}, title), h('p', { class: 'hint' }, text), place, more)
}

function group({ photos }, api) {
  const most = Math.max(...photos.map(({ width, height }) => width * height))
  const isTelling = photos.some(({ width, height }) => width * height < most)
  return h('ul', { class: 'copies copies-list' }, photos.map((photo) => h('li', {},
    h('a', { href: photoPath(photo.id), 'aria-label': photo.paths[0] ?? '' },
      h('img', { src: api.gallery.coverURL(photo.id), alt: '', loading: 'lazy', decoding: 'async' })),
    h('p', {}, `${formatNumber(photo.width)} × ${formatNumber(photo.height)} · ${fileSize(photo.bytes)}`,
      isTelling && photo.width * photo.height === most ? h('span', { class: 'chip' }, texts.largest) : null),
    photo.paths.map((path) => h('p', { class: 'path' }, path)))))
}
