import { api } from '../../api.js'
import { h } from '../../dom.js'
import { fill, formatNumber } from '../../format.js'
import { load, messageState } from '../../states.js'
import { strings } from '../../strings.js'
import { galleryHeader } from '../header.js'
import { galleryPath, placeName } from '../descriptions.js'
import { PlaceMap } from './map.js'
import { world } from './world.js'

const texts = strings.gallery.map
/** Places that are listed, the fullest first; all are on the map. */
const LISTED = 40

/** Where photos were taken. @type {import('../../router.js').Mount} */
export function mount(root, context) {
  const { signal } = context
  const query = context.query.get('q') ?? ''
  const body = h('div', {})
  root.append(galleryHeader('map'), body)
  return load(body, signal, () => Promise.all([api.gallery.places(query, { signal }), world()]), ([{ points, total }, all]) => {
    if (total === 0) return messageState({ icon: 'map', title: texts.empty.title, text: texts.empty.text })
    const open = (area) => context.navigate(galleryPath([query, nearTerm(area)].filter(Boolean).join(' ')))
    const map = new PlaceMap(points, open, signal, (area) => bitmapOf([query, nearTerm(area)].filter(Boolean).join(' '), signal))
    return [h('p', { class: 'hint' }, fill(texts.total, { count: total })), map.element, h('p', { class: 'hint' }, texts.note),
      h('h2', {}, texts.list), list(points, query, all, signal)]
  })
}

/** The word of a query for all photos within so many kilometers. */
export const nearTerm = ({ latitude, longitude, km }) => (
  `near:${latitude.toFixed(4)},${longitude.toFixed(4)},${km < 10 ? km.toFixed(1) : Math.ceil(km)}km`)

/** The same for those who do not see the map: places by whole degrees, the fullest first. */
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

/** One of the photos that a query finds, to be drawn. */
async function bitmapOf(query, signal) {
  const { photos: [photo] } = await api.gallery.photos({ q: query, limit: 1 }, { signal })
  if (!photo) return null
  return createImageBitmap(await (await fetch(api.gallery.thumbnailURL(photo), { signal })).blob())
}

/** One of the photos of a place, once it is there. */
function picture(query, signal) {
  const image = h('img', { class: 'map-picture', alt: '', loading: 'lazy', decoding: 'async', width: 40, height: 40 })
  api.gallery.photos({ q: query, limit: 1 }, { signal })
    .then(({ photos: [photo] }) => { if (photo) image.src = api.gallery.thumbnailURL(photo) }, () => {})
  return image
}
