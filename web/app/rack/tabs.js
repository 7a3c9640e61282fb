import { h, uniqueId } from '../dom.js'

/**
 * Tabs, with arrow keys to move between them. If there is room, one of the panels is beside the others and has no tab.
 */
export class Tabs extends EventTarget {
  #tabs = new Map()
  #isWide = false

  /**
   * @param {{label: string, panels: {name: string, title: string, element: HTMLElement}[], aside: string}} options
   *   `aside` is the panel placed beside the others if there is room
   */
  constructor({ label, panels, aside }) {
    super()
    this.aside = aside
    this.list = h('div', { class: 'tab-list', role: 'tablist', 'aria-label': label })
    this.panels = panels.map((panel) => this.#add(panel))
    this.name = panels[0].name
    this.list.addEventListener('keydown', (event) => this.#press(event))
  }

  #add({ name, title, element }) {
    const [tabId, panelId] = [uniqueId('tab'), uniqueId('panel')]
    const tab = h('button', { class: 'tab', type: 'button', role: 'tab', id: tabId, 'aria-controls': panelId,
      onclick: () => this.show(name) }, title)
    const panel = h('div', { class: `tab-panel panel-${name}`, id: panelId }, element)
    this.list.append(tab)
    this.#tabs.set(name, { tab, panel, title })
    return panel
  }

  /** @param {boolean} isWide whether there is room for two */
  setWide(isWide) {
    this.#isWide = isWide
    const { panel } = this.#tabs.get(this.aside)
    // Focus order follows the visual order.
    if (isWide) this.list.before(panel)
    else this.list.after(panel)
    this.show(this.name)
  }

  /** Whether a panel is visible now. @param {string} name */
  shows(name) {
    return name === this.name || (this.#isWide && name === this.aside)
  }

  /** @param {string} name fires `show` */
  show(name) {
    const names = [...this.#tabs.keys()].filter((each) => !this.#isWide || each !== this.aside)
    // The panel beside the others is shown anyway, and not every box has every panel.
    this.name = names.includes(name) ? name : names[0]
    for (const [each, parts] of this.#tabs) this.#mark(each, parts, names.includes(each))
    this.dispatchEvent(new CustomEvent('show', { detail: this.name }))
  }

  #mark(name, { tab, panel, title }, isTab) {
    const isShown = name === this.name
    tab.hidden = !isTab
    tab.setAttribute('aria-selected', String(isShown))
    tab.tabIndex = isShown ? 0 : -1
    panel.hidden = isTab && !isShown
    panel.setAttribute('role', isTab ? 'tabpanel' : 'region')
    if (isTab) panel.setAttribute('aria-labelledby', tab.id)
    else panel.removeAttribute('aria-labelledby')
    if (isTab) panel.removeAttribute('aria-label')
    else panel.setAttribute('aria-label', title)
  }

  #press(event) {
    const tabs = [...this.#tabs].filter(([, { tab }]) => !tab.hidden)
    const at = tabs.findIndex(([name]) => name === this.name)
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    const [name, { tab }] = tabs[(to + tabs.length) % tabs.length]
    this.show(name)
    tab.focus()
    event.preventDefault()
  }
}
