import { announce } from '../announce.js'
import { here } from '../device/here.js'
import { h } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.shell.connection

/**
 * Shows a notice for as long as the server is unreachable, in the empty strip above the page: nothing moves.
 *
 * @param {HTMLElement} place a live region @param {import('../api.js').api} api
 */
export function showConnection(place, { connection }) {
  connection.addEventListener('lost', () => place.replaceChildren(
    h('div', { class: 'banner' }, icon('offline'), h('p', {}, texts.lost, here.canRead && h('span', {}, ` ${here.hasNetworks ? strings.here.lost : strings.here.lostRacks}`)),
      h('button', { class: 'banner-action', type: 'button', onclick: () => connection.check() }, texts.retry))))
  connection.addEventListener('found', () => {
    place.replaceChildren()
    announce(texts.found)
  })
}
