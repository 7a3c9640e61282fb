import { outer } from '../base.js'
import { h } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.result

/**
 * Links to the results before and after the one shown. They replace it, so that one step back leads to the list.
 *
 * @param {(path: string, options: {replace: boolean}) => void} navigate
 */
export class Beside {
  constructor(navigate) {
    this.navigate = navigate
    this.links = [this.link(-1, 'back', texts.before), this.link(1, 'forward', texts.after)]
    this.element = h('nav', { class: 'beside', 'aria-label': texts.beside }, this.links)
  }

  link(step, sign, label) {
    const follow = (event) => {
      event.preventDefault()
      this.go(step)
    }
    return h('a', { class: 'button-icon', 'aria-label': label, title: label, onclick: follow }, icon(sign))
  }

  /** @param {string[]} paths of all results, in their order @param {number} at the index of the one shown */
  set(paths, at) {
    this.links.forEach((link, side) => {
      const path = at < 0 ? undefined : paths[at + (side === 0 ? -1 : 1)]
      // A link without an address cannot be followed, and keeps its place.
      if (path) link.setAttribute('href', outer(path))
      else link.removeAttribute('href')
      link.toggleAttribute('aria-disabled', !path)
    })
  }

  /** @param {1 | -1} step @returns {boolean} whether there is a result */
  go(step) {
    const path = this.links[step < 0 ? 0 : 1].getAttribute('href')
    if (path) this.navigate(path, { replace: true })
    return path !== null
  }
}
