import { strings } from './strings.js'

const titles = strings.shell.pages

/** Which view belongs to which address. Views are loaded when they are first shown. */
export const routes = [
  { pattern: /^\/count\/?$/, page: 'count', title: titles.count, load: () => import('./views/count.js') },
  { pattern: /^\/rack\/?$/, page: 'rack', title: titles.rack, load: () => import('./views/rack.js') },
  { pattern: /^\/shelf\/?$/, page: 'shelf', title: titles.shelf, load: () => import('./views/shelf.js') },
  { pattern: /^\/history\/?$/, page: 'history', title: titles.history, load: () => import('./views/history.js') },
  { pattern: /^\/history\/(?<id>[^/]+)$/, page: 'history', title: strings.entry.title, load: () => import('./views/entry.js') },
  { pattern: /^\/settings\/?$/, page: 'settings', title: titles.settings, load: () => import('./views/settings.js') },
  { pattern: /^\/pair\/?$/, page: 'pair', title: titles.pair, load: () => import('./views/pair.js') },
  { pattern: /^/, page: 'none', title: strings.shell.notFound.title, load: () => import('./views/not-found.js') },
]
