import { announce } from '../announce.js'
import { api } from '../api.js'
import { h } from '../dom.js'
import { icon } from '../icons.js'
import { PairForm } from './form.js'
import { load, messageState } from '../states.js'
import { strings } from '../strings.js'
import { isTrusted } from '../trust/check.js'

const texts = strings.pair

/** Pairs this device, with the code from the QR code or typed by hand. @type {import('../router.js').Mount} */
export function mount(root, context) {
  const { signal, hash } = context
  const body = h('div', {})
  root.append(h('header', { class: 'page-head' }, h('h1', {}, strings.shell.pages.pair)), body)
  // The code must not stay in the browser's history.
  if (hash) context.replaceURL(`/pair${location.search}`)
  return load(body, signal, () => standing(signal), (state) => {
    if (state !== 'stranger') return messageState({ icon: 'check', ...texts[state], actions: next(state, context) })
    return form(body, context)
  })
}

const standings = { local: 'host', device: 'already', none: 'stranger' }

/** @returns {Promise<'host' | 'already' | 'stranger'>} */
async function standing(signal) {
  const { access } = await api.health({ signal })
  return standings[access]
}

function form(body, context) {
  const made = new PairForm(() => {
    announce(texts.done.announce)
    body.replaceChildren(messageState({ icon: 'check', ...texts.done, actions: next('already', context) }))
    // Once, before anything is missed.
    if (!isSecureContext) body.append(h('p', { class: 'hint pair-open' }, strings.settings.sharing.open))
    body.querySelector('a').focus()
    offerTrust(body.querySelector('.state-actions'), context)
  })
  if (context.hash) {
    made.code = context.hash
    made.pair()
  }
  return made.element
}

/** Users who continued after a browser warning can avoid it in the future. */
async function offerTrust(place, { signal }) {
  const { authority } = await api.about({ signal }).catch(() => ({}))
  if (!authority || await isTrusted()) return
  place.append(h('a', { class: 'button-plain', href: '/settings/trust' }, icon('check'), strings.pair.trust.open))
}

function next(state, { query }) {
  const button = (href, text, style, name) => h('a', { class: style, href }, icon(name), text)
  if (state === 'host') return [button('/settings', texts.host.settings, 'button', 'settings')]
  const from = query.get('from')
  if (isOurs(from)) return [button(from, texts.go.back, 'button', 'forward')]
  return [button('/count', texts.go.count, 'button', 'count'), button('/rack', texts.go.rack, 'button-plain', 'rack')]
}

/** Whether it is a page of this app: `//elsewhere` and `/\elsewhere` are not, though they also begin with a slash. */
function isOurs(path) {
  return path !== null && new URL(path, location.origin).origin === location.origin && path.startsWith('/')
}
