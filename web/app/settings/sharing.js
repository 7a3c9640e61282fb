import { announce } from '../announce.js'
import { api } from '../api.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { DeviceList } from './devices.js'

const texts = strings.settings.sharing
/** How often to check for newly paired devices, which users expect to see here, in milliseconds. */
const interval = 1000

/**
 * How to pair other devices, and the devices that are paired.
 *
 * @param {{lan: boolean, tls: boolean, loopback: boolean, authority?: object}} about
 * @param {AbortSignal} signal aborts with the view
 */
export function sharingSection({ lan, tls, loopback, authority }, signal) {
  const invitation = h('div', { class: 'invitation' })
  const devices = new DeviceList(signal)
  const isHost = lan && loopback
  const refresh = async () => {
    if (document.hidden) return
    const added = await devices.refresh()
    for (const { name } of added) announce(fill(texts.paired, { name }))
    // A code works once, and only for a few minutes.
    if (isHost && (added.length > 0 || Date.now() > expires)) await invite()
  }
  let expires = 0
  const invite = async () => { expires = await showInvitation(invitation, signal) }

  if (!loopback) invitation.append(h('p', {}, texts.remote))
  else if (!lan) invitation.append(h('p', {}, texts.off, ' ', h('code', {}, texts.command)))
  refresh()
  const timer = setInterval(refresh, interval)
  signal.addEventListener('abort', () => clearInterval(timer))
  document.addEventListener('visibilitychange', refresh, { signal })
  return h('section', { class: 'settings-section' },
    h('h2', {}, strings.settings.sections.sharing), invitation,
    lan && !tls && h('p', { class: 'hint' }, texts.open),
    authority && h('p', {}, h('a', { href: '/settings/trust' }, strings.pair.trust.open)),
    h('h3', {}, texts.devices), devices.element)
}

/** @returns {Promise<number>} when it expires, in milliseconds since 1970 */
async function showInvitation(place, signal) {
  try {
    const { url, code, qr, expires } = await api.pairing.get({ signal })
    place.replaceChildren(
      h('p', {}, texts.scan),
      // As an image, so that the SVG cannot run anything.
      h('img', { class: 'invitation-qr', alt: texts.qr, width: 220, height: 220,
        src: `data:image/svg+xml,${encodeURIComponent(qr)}` }),
      h('p', {}, fill(texts.type, { url }), ' ', h('code', { class: 'invitation-code' }, code)))
    return expires * 1000
  } catch (error) {
    if (!api.isAbort(error)) place.replaceChildren(h('p', {}, texts.failed))
    return 0
  }
}
