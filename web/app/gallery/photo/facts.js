import { h } from '../../dom.js'
import { fill, formatClock, formatDate, formatNumber, formatSize } from '../../format.js'
import { strings } from '../../strings.js'
import { world } from '../map/world.js'
import { swatch } from '../swatch.js'
import { tagName } from '../tag-names.js'
import { printedText } from './print.js'
import { galleryPath, placeName, placeText, takenTime } from '../descriptions.js'

const texts = strings.gallery.photo

/** The file's metadata of a photo, and its colors. */
export class Facts {
  /** @param {object} details */
  constructor(details) {
    this.element = h('div', { class: 'photo-facts' }, colors(details), h('section', {}, h('h2', {}, texts.details), list(details)), printedText(details.text))
  }
}

function colors({ colors: shares }) {
  if (shares.length === 0) return null
  return h('section', {}, h('h2', {}, texts.colors), h('ul', { class: 'color-list' }, shares.map(({ name, share }) => h('li', {},
    h('a', { href: galleryPath(`color:${name}`) }, swatch(name), tagName(name)),
    h('span', { class: 'hint' }, fill(texts.confidence, { share: Math.round(100 * share) }))))))
}

function list(details) {
  const { photo, camera, lens, kind, place, files, codes, faces, title, description, people, location, notes, arrival } = details
  const rows = [
    [texts.taken, takenTime(photo) + (texts.takenSources[details.takenSource] ?? '')],
    title || description ? [texts.about, [title, description].filter(Boolean).join(' · ')] : null,
    details.photo.duration > 0 ? [texts.duration, formatClock(details.photo.duration)] : null,
    [texts.size, `${formatNumber(photo.width)} × ${formatNumber(photo.height)} · ${details.format.toUpperCase()} · ${formatSize(details.bytes)}`],
    kind === 'photo' ? null : [texts.kind, texts.kinds[kind] ?? kind],
    camera ? [texts.camera, h('a', { href: galleryPath(`camera:"${camera.replaceAll('"', '')}"`) }, camera)] : null,
    lens ? [texts.lens, lens] : null,
    place ? [texts.place, near(place)] : null,
    location ? [texts.location, location] : null,
    people ? [texts.people, people.map((name, at) => [at > 0 ? ', ' : '', h('a', { href: galleryPath(`person:"${name.replaceAll('"', '')}"`) }, name)])] : null,
    notes ? [texts.notes, notes.join(' · ')] : null,
    faces ? [texts.faces, h('a', { href: galleryPath(`faces:${faces}`) }, formatNumber(faces))] : null,
    codes.length > 0 ? [codes.length > 1 ? texts.codes.other : texts.codes.one, codes.map(code)] : null,
    arrival ? [texts.sent, fill(arrival.by ? texts.sentBy : texts.sentHere, { name: arrival.by, date: formatDate(arrival.time) })] : null,
    [files.length > 1 ? texts.files.other : texts.files.one, files.map(({ path }) => h('span', { class: 'photo-path' }, path))],
  ]
  return h('dl', { class: 'fact-list' }, rows.filter(Boolean).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))))
}

/** Text only: the user decides whether to open a link. */
function code({ symbology, value }) {
  return h('span', { class: 'photo-code' }, value, h('span', { class: 'hint' }, texts.symbologies[symbology] ?? symbology))
}

function near(place) {
  const { latitude, longitude } = place
  const link = h('a', { href: galleryPath(`near:${latitude.toFixed(4)},${longitude.toFixed(4)},1km`), title: texts.onMap }, placeText(place))
  // The exact coordinates stay available on hover.
  world().then((all) => {
    const name = placeName(place, all)
    if (name === link.textContent) return
    link.after(h('span', { class: 'photo-degrees hint' }, link.textContent))
    link.textContent = name
  })
  return link
}
