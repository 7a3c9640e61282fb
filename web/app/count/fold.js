import { h } from '../dom.js'

/**
 * Returns a card that shows only its title until it is opened.
 *
 * @param {string} name of its class @param {unknown[]} title @param {...unknown} content
 */
export const foldedCard = (name, title, ...content) => (
  h('details', { class: `card fold ${name}` }, h('summary', {}, title), h('div', { class: 'fold-content' }, content)))
