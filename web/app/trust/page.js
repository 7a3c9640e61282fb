import { api } from '../api.js'
import { isTrusted } from './check.js'
import { platform, platforms } from './platform.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { load } from '../states.js'
import { strings } from '../strings.js'
import { trust as texts } from './texts.js'

/** How often to check whether the steps worked, in milliseconds. */
const interval = 3000

/** Guides the user through making this device trust Espy's computer. @type {import('../router.js').Mount} */
export function mount(root, { signal }) {
  const body = h('div', {})
  root.append(
    h('header', { class: 'page-head' },
      h('div', {}, h('a', { class: 'back-link', href: '/settings' }, icon('back'), strings.shell.pages.settings), h('h1', {}, strings.pair.trust.title))),
    body)
  return load(body, signal, () => api.about({ signal }), (about) => {
    if (!about.tls) return note('info', texts.states.plain)
    if (!about.authority) return note('info', texts.states.given)
    return guide(about.authority, signal)
  })
}

function guide({ name, fingerprint }, signal) {
  const state = h('div', { role: 'status' }, note('info', texts.states.checking))
  const own = platform()
  watch(state, signal)
  return [
    h('p', {}, texts.lead), state,
    steps(own, name, true), ...platforms.filter((each) => each !== own).map((each) => steps(each, name, false)),
    h('p', {}, texts.compare), h('p', { class: 'fingerprint' }, h('code', {}, fingerprint)),
    h('p', { class: 'hint' }, texts.safety),
  ]
}

/** Shows success as soon as it is detected. */
function watch(state, signal) {
  let told
  const tell = (kind) => {
    if (kind !== told) state.replaceChildren(note(kind === 'untrusted' ? 'warning' : 'check', texts.states[kind]))
    told = kind
  }
  const look = async () => {
    if (document.hidden) return
    const isDone = await isTrusted()
    if (signal.aborted) return
    if (!isDone) tell('untrusted')
    else tell(told === 'untrusted' ? 'installed' : 'trusted')
    if (isDone) clearInterval(timer)
  }
  const timer = setInterval(look, interval)
  signal.addEventListener('abort', () => clearInterval(timer))
  document.addEventListener('visibilitychange', look, { signal })
  look()
}

const note = (name, text) => h('p', { class: `trust-state trust-${name}` }, icon(name), text)

function steps(kind, name, isOwn) {
  const file = kind === 'ios' ? ['authority.mobileconfig', texts.files.profile] : ['authority.crt', texts.files.certificate]
  const list = h('ol', { class: 'trust-steps' }, texts.steps[kind].map((step) => h('li', {}, fill(step, { name }))))
  // iPhones offer to install a profile that is opened, but not one that is downloaded.
  const link = h('a', { class: isOwn ? 'button' : 'button-plain', href: `/api/v1/${file[0]}`, download: kind !== 'ios' },
    icon('download'), file[1])
  return h('details', { class: 'settings-section', open: isOwn },
    h('summary', {}, isOwn ? `${texts.device}: ${texts.devices[kind]}` : texts.devices[kind]), list, link)
}
