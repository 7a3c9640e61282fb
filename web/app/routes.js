import { here } from './device/here.js'
import { strings } from './strings.js'

const titles = strings.shell.pages

const all = [
  { pattern: /^\/$/, page: 'home', title: strings.shell.name, load: () => import('./home/page.js') },
  { pattern: /^\/count\/?$/, page: 'count', title: titles.count, load: () => import('./count/page.js') },
  { pattern: /^\/count\/recipes\/?$/, page: 'count', title: strings.recipes.all, load: () => import('./recipes/page.js') },
  { pattern: /^\/rack\/?$/, page: 'rack', title: titles.rack, load: () => import('./rack/page.js') },
  { pattern: /^\/shelf\/?$/, page: 'shelf', title: titles.shelf, load: () => import('./shelf/page.js') },
  { pattern: /^\/shelf\/books\/?$/, page: 'shelf', title: strings.books.title, load: () => import('./shelf/library/page.js') },
  { pattern: /^\/shelf\/inventory\/?$/, page: 'shelf', title: strings.books.inventory.title, load: () => import('./shelf/inventory/page.js') },
  { pattern: /^\/gallery\/?$/, page: 'gallery', title: titles.gallery, load: () => import('./gallery/page.js') },
  { pattern: /^\/gallery\/photo\/(?<id>\d+)\/?$/, page: 'gallery', title: strings.gallery.photo.title, load: () => import('./gallery/photo/page.js') },
  { pattern: /^\/gallery\/albums\/?$/, page: 'gallery', title: strings.gallery.albums.title, load: () => import('./gallery/albums.js') },
  { pattern: /^\/gallery\/people\/?$/, page: 'gallery', title: strings.gallery.titles.people, load: () => import('./gallery/people/page.js') },
  { pattern: /^\/gallery\/people\/(?<id>\d+|other)\/?$/, page: 'gallery', title: strings.gallery.titles.people, load: () => import('./gallery/people/person.js') },
  { pattern: /^\/gallery\/map\/?$/, page: 'gallery', title: strings.gallery.titles.map, load: () => import('./gallery/map/page.js') },
  { pattern: /^\/gallery\/duplicates\/?$/, page: 'gallery', title: strings.gallery.duplicates.title, load: () => import('./gallery/duplicates.js') },
  { pattern: /^\/gallery\/folders\/?$/, page: 'gallery', title: strings.gallery.folders.title, load: () => import('./gallery/folders.js') },
  { pattern: /^\/gallery\/problems\/?$/, page: 'gallery', title: strings.gallery.titles.problems, load: () => import('./gallery/problems.js') },
  { pattern: /^\/history\/?$/, page: 'history', title: titles.history, load: () => import('./history/page.js') },
  { pattern: /^\/history\/(?<id>[^/]+)$/, page: 'history', title: strings.entry.title, load: () => import('./entry/page.js') },
  { pattern: /^\/settings\/?$/, page: 'settings', title: titles.settings, load: () => import('./settings/page.js') },
  { pattern: /^\/settings\/trust\/?$/, page: 'settings', title: strings.pair.trust.title, load: () => import('./trust/page.js') },
  { pattern: /^\/pair\/?$/, page: 'pair', title: titles.pair, load: () => import('./pair/page.js') },
  { pattern: /^/, page: 'none', title: strings.shell.notFound.title, load: () => import('./shell/not-found.js') },
]

/** Whether a view works without a server, if there is none. */
const isHere = ({ page, title }) => here.has(page) && !(here.isAlone && [strings.pair.trust.title, strings.recipes.all, strings.books.title, strings.books.inventory.title].includes(title))

/** The views by URL. Views are loaded when they are first shown. */
export const routes = all.map((route) => (
  !isHere(route) ? { ...route, load: () => import('./shell/needs-server.js') } : route))
