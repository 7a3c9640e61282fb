import { innerPath, outer } from './base.js'
import { strings } from './strings.js'

/**
 * @typedef {object} Route
 * @property {RegExp} pattern of the path; its named groups are the parameters
 * @property {string} page the navigation item that it belongs to
 * @property {string} title used until the view sets another one
 * @property {() => Promise<{mount: Mount}>} load
 *
 * @callback Mount
 * @param {HTMLElement} root an empty element for the view
 * @param {Context} context
 * @returns {void | (() => void) | Promise<void | (() => void)>} cleans up after the view
 *
 * @typedef {object} Context
 * @property {Record<string, string>} params from the path
 * @property {URLSearchParams} query
 * @property {string} hash without the `#`
 * @property {AbortSignal} signal aborts when the view is left: for listeners, requests and timers
 * @property {(path: string, options?: {replace?: boolean}) => void} navigate
 * @property {(path: string) => void} replaceURL changes the URL without leaving the view
 * @property {(title: string) => void} setTitle
 * @property {import('./keys.js').ViewKeys} keys
 */

/** Shows the view for the URL, and follows changes of the URL. */
export class Router extends EventTarget {
  #root
  #routes
  #services
  /** Aborts with the view. */
  #life = new AbortController()
  #unmount
  #isFirst = true

  /**
   * @param {HTMLElement} root
   * @param {Route[]} routes the first match is used; the last matches everything
   * @param {(signal: AbortSignal, route: Route) => object} services creates the rest of the context for one view
   */
  constructor(root, routes, services) {
    super()
    this.#root = root
    this.#routes = routes
    this.#services = services
    history.scrollRestoration = 'manual'
    addEventListener('popstate', ({ state }) => this.#show(state?.scroll ?? 0))
    document.addEventListener('click', (event) => this.#follow(event))
  }

  /** @returns {Promise<void>} resolves when the first view is shown */
  start() {
    return this.#show(history.state?.scroll ?? 0)
  }

  /** @param {string} path @param {{replace?: boolean}} [options] */
  navigate(path, { replace = false } = {}) {
    if (replace) history.replaceState(null, '', outer(path))
    else {
      this.#rememberScroll()
      history.pushState(null, '', outer(path))
    }
    this.#show(0)
  }

  /** Changes the URL without leaving the view. @param {string} path */
  replaceURL(path) {
    history.replaceState(history.state, '', outer(path))
  }

  /** Mounts the current view again. */
  reload() {
    this.#show(scrollY)
  }

  /** The browser scrolls before views are ready, so the scroll position is stored in its history entry. */
  #rememberScroll() {
    history.replaceState({ ...history.state, scroll: scrollY }, '')
  }

  async #show(scroll) {
    const { route, params } = this.#match()
    await this.#leave()
    const life = this.#life = new AbortController()
    // A separate element for each view: one that is still loading when it is left cannot write into the next.
    const leaf = document.createElement('div')
    leaf.className = `view view-${route.page}`
    this.#root.replaceChildren(leaf)
    this.#setTitle(route.title)
    this.dispatchEvent(new CustomEvent('page', { detail: route.page }))
    await this.#mount(leaf, route, params, life)
    if (life.signal.aborted) return
    this.#focus(leaf)
    scrollTo(0, scroll)
  }

  async #mount(leaf, route, params, life) {
    try {
      const { mount } = await route.load()
      if (life.signal.aborted) return
      const unmount = await mount(leaf, this.#context(route, params, life.signal))
      if (!life.signal.aborted) this.#unmount = unmount
      else unmount?.()
    } catch (error) {
      if (life.signal.aborted) return
      this.dispatchEvent(new CustomEvent('failure', { detail: { error, leaf, route, signal: life.signal } }))
    }
  }

  async #leave() {
    this.#life.abort()
    const unmount = this.#unmount
    this.#unmount = undefined
    unmount?.()
  }

  #match() {
    const path = innerPath()
    for (const route of this.#routes) {
      const match = route.pattern.exec(path)
      if (match) return { route, params: decoded(match.groups) }
    }
    throw new Error(`no route takes ${path}`)
  }

  /** @returns {Context} */
  #context(route, params, signal) {
    return {
      ...this.#services(signal, route), signal, params,
      query: new URLSearchParams(location.search), hash: decodeURIComponent(location.hash.slice(1)),
      navigate: (path, options) => this.navigate(path, options),
      replaceURL: (path) => this.replaceURL(path),
      setTitle: (title) => { if (!signal.aborted) this.#setTitle(title) },
    }
  }

  #setTitle(title) {
    document.title = title === strings.shell.name ? title : `${title} · ${strings.shell.name}`
  }

  /** Moves the focus, so that screen readers announce the page. On the first page the browser does that. */
  #focus(leaf) {
    const isFirst = this.#isFirst
    this.#isFirst = false
    if (isFirst || leaf.contains(document.activeElement)) return
    const heading = leaf.querySelector('h1') ?? this.#root
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }

  /** Links are plain links; those within the app are followed without reloading the page. */
  #follow(event) {
    const link = event.target.closest?.('a[href]')
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || event.defaultPrevented || !isPlain || link.target || link.hasAttribute('download')) return
    const url = new URL(link.href)
    if (url.origin !== location.origin || url.pathname.startsWith(outer('/api/'))) return
    if (url.pathname === location.pathname && url.hash) return
    event.preventDefault()
    this.navigate(url.pathname + url.search + url.hash)
  }
}

function decoded(groups = {}) {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
}
