import { here } from '../device/here.js'
import { h } from '../dom.js'
import { icon } from '../icons.js'
import { keys } from '../keys.js'
import { strings } from '../strings.js'

const pages = ['home', 'count', 'rack', 'shelf', 'gallery', 'history', 'settings'].filter((page) => here.has(page))

/**
 * The links to the pages: a bar at the bottom of phones, a rail at the side of larger screens.
 *
 * @param {HTMLElement} place
 * @param {import('../router.js').Router} router
 */
export function showNavigation(place, router) {
  const links = new Map(pages.map((page) => [page, link(page)]))
  place.replaceChildren(
    h('a', { class: 'brand', href: '/' },
      h('img', { src: '/icons/icon.svg', alt: '', width: 32, height: 32 }), strings.shell.name),
    h('nav', { 'aria-label': strings.shell.navigation },
      h('ul', { class: 'tabs' }, [...links].map(([page, element]) => h('li', { class: `tab-${page}` }, element)))),
    h('button', { class: 'button-icon keys-button', type: 'button', 'aria-label': strings.shell.keys.show,
      title: strings.shell.keys.show, onclick: () => keys.show() }, icon('keyboard')))
  router.addEventListener('page', ({ detail }) => {
    for (const [page, element] of links) {
      if (page === detail) element.setAttribute('aria-current', 'page')
      else element.removeAttribute('aria-current')
    }
  })
}

function link(page) {
  return h('a', { href: page === 'home' ? '/' : `/${page}` }, icon(page), h('span', {}, strings.shell.pages[page]))
}
