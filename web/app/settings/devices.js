import { api } from '../api.js'
import { h } from '../dom.js'
import { fill, formatDate } from '../format.js'
import { icon } from '../icons.js'
import { confirm } from '../shell/confirm.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

const texts = strings.settings.sharing

/** The paired devices, each with a revoke button. */
export class DeviceList {
  element = h('div', {}, h('p', { class: 'hint' }, '\u00a0'))
  #api
  #signal
  #devices
  #shown = ''

  /** @param {AbortSignal} signal aborts with the view */
  constructor(signal) {
    this.#api = api
    this.#signal = signal
  }

  /** @returns {Promise<object[]>} devices added since the last call; none the first time */
  async refresh() {
    try {
      const known = this.#devices && new Set(this.#devices.map(({ id }) => id))
      this.#devices = await this.#api.devices.list({ signal: this.#signal })
      this.#show()
      return known ? this.#devices.filter(({ id }) => !known.has(id)) : []
    } catch (error) {
      if (!this.#api.isAbort(error) && !this.#devices) this.element.replaceChildren(h('p', { class: 'hint' }, this.#api.sentence(error)))
      return []
    }
  }

  /** Leaves an unchanged list alone, so that the focus stays where it is. */
  #show() {
    const shown = JSON.stringify(this.#devices)
    if (shown === this.#shown) return
    this.#shown = shown
    this.element.replaceChildren(this.#devices.length === 0
      ? h('p', { class: 'hint' }, texts.none)
      : h('ul', { class: 'devices' }, this.#devices.map((device) => this.#item(device))))
  }

  #item(device) {
    const { name, lastSeen, current } = device
    return h('li', {}, icon('phone'),
      h('div', { class: 'device-words' },
        h('span', {}, name, current && h('span', { class: 'chip chip-badge' }, texts.current)),
        h('span', { class: 'hint' }, lastSeen ? fill(texts.seen, { date: formatDate(lastSeen) }) : texts.never)),
      h('button', { class: 'button-plain', type: 'button', 'aria-label': fill(texts.revokeOf, { name }),
        onclick: () => this.#revoke(device) }, texts.revoke))
  }

  async #revoke({ id, name, current }) {
    const { title, text, current: own, action } = texts.confirm
    if (!await confirm({ title: fill(title, { name }), text: current ? own : text, action })) return
    try {
      await this.#api.devices.revoke(id)
      toast(fill(texts.revoked, { name }))
    } catch (error) {
      if (error?.status !== 404) toast(this.#api.sentence(error), { kind: 'problem' })
    }
    await this.refresh()
    this.element.querySelector('button')?.focus()
  }
}
