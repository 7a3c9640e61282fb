import { api } from '../api.js'
import { iconButton } from '../buttons.js'
import { h } from '../dom.js'
import { capital, fill } from '../format.js'
import { icon } from '../icons.js'
import { load, messageState } from '../states.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { galleryHeader } from './header.js'
import { askForTag } from './tag-dialog.js'
import { tagName } from './tag-names.js'
import { taughtSection } from './taught.js'
import { countryName, countText, galleryPath, placeName } from './descriptions.js'
import { world } from './map/world.js'
import { peopleList } from './people/faces.js'
import { people as peopleTexts } from './people/texts.js'

const texts = strings.gallery.albums
/** Number of people in the row above the albums. */
const MOST_PEOPLE = 24
/** Albums that exist as soon as they have a photo. */
const MARKED = { favorite: 'tag:favorite', hidden: 'is:hidden' }

/** Albums, which fill automatically. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const body = h('div', {})
  root.append(galleryHeader('albums'), body)
  const { signal } = context
  const ask = () => Promise.all([allAlbums(signal), api.gallery.taughtTags({ signal }), api.gallery.people.all(false, { signal })])
  const show = () => load(body, signal, ask, ([albums, taught, people]) => [peopleRow(people, show),
    ...(albums.length + taught.length > 0 ? content(albums, taught, context, show) : [empty()])])
  return show()
}

/** The people with most photos. Their albums are their pages. */
function peopleRow({ people, isOn }, show) {
  const { title, all, turnOn } = peopleTexts
  return h('section', { class: 'album-group people-row' },
    h('div', { class: 'people-head' }, h('h2', {}, title), h('a', { href: '/gallery/people' }, isOn || people.length > 0 ? all : turnOn)),
    people.length > 0 ? peopleList(people.slice(0, MOST_PEOPLE), show) : null)
}

/** Returns all albums, including favorites and hidden photos, which no other album contains. */
async function allAlbums(signal) {
  const marked = Object.entries(MARKED).map(async ([group, query]) => {
    const { total, videos, photos: [cover] } = await api.gallery.photos({ q: query, limit: 1 }, { signal })
    return { group, name: texts.groups[group], query, count: total, videos, cover: group === 'hidden' ? undefined : cover }
  })
  const [found, ...others] = await Promise.all([api.gallery.albums({ signal }), ...marked])
  const albums = [...found.filter(({ group }) => group !== 'person'), ...others.filter(({ count }) => count > 0)]
  const all = albums.some(isNameless) ? await world() : null
  return albums.map((album) => ({ ...album, title: albumTitle(album, all) }))
}

/** The user's own albums come first. */
function content(albums, taught, context, show) {
  const own = groups(albums.filter(({ group }) => group === 'own'), context, show)
  const others = groups(albums.filter(({ group }) => group !== 'own'), context, show)
  return [...own, taughtSection(taught, show), ...others].filter(Boolean)
}

const empty = () => messageState({ icon: 'album', title: texts.empty.title, text: texts.empty.text,
  actions: [h('a', { class: 'button', href: '/gallery' }, texts.empty.back)] })

function groups(albums, context, changed) {
  const names = Object.keys(texts.groups)
  const order = [...names, ...new Set(albums.map(({ group }) => group).filter((group) => !names.includes(group)))]
  return order.map((group) => [group, albums.filter((album) => album.group === group)])
    .filter(([, list]) => list.length > 0)
    .map(([group, list]) => h('section', { class: 'album-group' },
      h('h2', {}, texts.groups[group] ?? group),
      h('ul', { class: 'album-list' }, list.map((album) => card(album, context, changed)))))
}

/** Whether an album is called by coordinates, as no city is near enough to name it. */
const isNameless = ({ group, name }) => group === 'place' && name.includes('°')

/** Espy's own albums are named after tags, colors and places. */
function albumTitle(album, all) {
  const { id, group, name, query } = album
  if (group === 'own' || MARKED[group]) return name
  if (group === 'color') return capital(tagName(name.toLowerCase()))
  const [, country] = id.match(/^country-(.+)$/) ?? []
  if (country) return countryName(country)
  const [, latitude, longitude] = (isNameless(album) && query.match(/^near:([-.\d]+),([-.\d]+)/)) || []
  return latitude ? placeName({ latitude: Number(latitude), longitude: Number(longitude) }, all) : tagName(name)
}

function card(album, context, changed) {
  const { title, query, count, cover, group } = album
  return h('li', { class: 'album' },
    h('a', { class: 'album-link', href: galleryPath(query, title) },
      cover ? h('img', { src: api.gallery.thumbnailURL(cover), alt: '', loading: 'lazy', decoding: 'async' })
        : h('span', { class: 'album-blank' }, group === 'hidden' ? icon('hidden') : null),
      h('span', { class: 'album-name' }, title), h('span', { class: 'hint' }, countText(count, album.videos))),
    group === 'own' ? tools(album, changed) : null)
}

function tools(album, changed) {
  const attempt = async (work) => {
    try {
      await work()
    } catch (error) {
      toast(api.sentence(error), { kind: 'problem' })
    }
    changed()
  }
  const rename = async () => {
    const name = await askForTag({ title: texts.renameTitle, action: strings.gallery.save, label: texts.name, value: album.name })
    if (name && name !== album.name) await attempt(() => api.gallery.changeAlbum(album.id, { name }))
  }
  const remove = () => attempt(async () => {
    await api.gallery.removeAlbum(album.id)
    toast(fill(texts.removed, album), { undo: () => attempt(() => api.gallery.addAlbum(album.name, album.query)) })
  })
  return h('div', { class: 'album-tools' },
    iconButton('edit', fill(texts.rename, album), rename), iconButton('trash', fill(texts.remove, album), remove))
}
