import { h } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.gallery

const pages = [['photos', 'gallery', '/gallery'], ['albums', 'album', '/gallery/albums'], ['map', 'map', '/gallery/map'],
  ['duplicates', 'copies', '/gallery/duplicates']]

/** The title of a page of the gallery, with links to the others. @param {string} current @param {...Node} more */
export function galleryHeader(current, ...more) {
  const links = pages.map(([name, picture, href]) => h('li', {},
    h('a', { href, title: texts.pages[name], 'aria-label': texts.pages[name], 'aria-current': name === current ? 'page' : null },
      icon(picture), h('span', {}, texts.pages[name]))))
  return h('header', { class: 'page-head gallery-head' },
    h('h1', {}, texts.titles[current] ?? strings.shell.pages.gallery), more,
    h('nav', { 'aria-label': texts.pagesLabel }, h('ul', { class: 'gallery-pages' }, links)))
}
