import { api } from '../../api.js'
import { h } from '../../dom.js'
import { fill, formatNumber } from '../../format.js'
import { load, messageState } from '../../states.js'
import { galleryHeader } from '../header.js'
import { galleryPath, placeName } from '../descriptions.js'
import { PlaceMap } from './map.js'
import { world } from './world.js'
import { map as texts } from '../texts.js'

/** Maximum number of places listed, those with most photos first; all are on the map. */
const LISTED = 40

/** The places where photos were taken. @type {import('../../router.js').Mount} */
export function mount(root, context) {
  const { signal } = context
  const query = context.query.get('q') ?? ''
  const body = h('div', {})
  root.append(galleryHeader('map'), body)
  return load(body, signal, () => Promise.all([api.gallery.places(query, { signal }), world()]), ([{ points, total }, all]) => {
    if (total === 0) return messageState({ icon: 'map', title: texts.empty.title, text: texts.empty.text })
    const open = (area) => context.navigate(galleryPath([query, nearTerm(area)].filter(Boolean).join(' ')))
    const map = new PlaceMap(points, open, signal)
    return [h('p', { class: 'hint' }, fill(texts.total, { count: total })), map.element, h('p', { class: 'hint' }, texts.note),
      h('h2', {}, texts.list), list(points, query, all, signal)]
  })
}

/** Returns the search term for all photos within a radius in kilometers. */
export const nearTerm = ({ latitude, longitude, km }) => (
  `near:${latitude.toFixed(4)},${longitude.toFixed(4)},${km < 10 ? km.toFixed(1) : Math.ceil(km)}km`)

/** An equivalent list for screen readers: places by whole degrees, those with most photos first. */
function list(points, query, all, signal) {
  const squares = new Map()
  for (const { latitude, longitude, count } of points) {
    const key = `${Math.round(latitude * 2)},${Math.round(longitude * 2)}`
    const square = squares.get(key) ?? { latitude: 0, longitude: 0, count: 0 }
    squares.set(key, { latitude: square.latitude + latitude * count, longitude: square.longitude + longitude * count, count: square.count + count })
  }
  const places = [...squares.values()].sort((a, b) => b.count - a.count).slice(0, LISTED)
    .map(({ latitude, longitude, count }) => ({ latitude: latitude / count, longitude: longitude / count, count }))
  return h('ul', { class: 'map-list' }, places.map((place) => h('li', {},
    h('a', { href: galleryPath(near(place, query)) },
      picture(near(place, query), signal), h('span', {}, placeName(place, all)), h('span', { class: 'hint' }, formatNumber(place.count))))))
}

const near = (place, query) => [query, nearTerm({ ...place, km: 40 })].filter(Boolean).join(' ')

/** Returns one of the photos of a place, loaded when it becomes visible. */
function picture(query, signal) {
  const image = h('img', { class: 'map-picture', alt: '', loading: 'lazy', decoding: 'async', width: 40, height: 40 })
  api.gallery.photos({ q: query, limit: 1 }, { signal })
    .then(({ photos: [photo] }) => { if (photo) image.src = api.gallery.thumbnailURL(photo) }, () => {})
  return image
}
