import { askForPhoto, hasCameraApp } from '../camera/native.js'
import { canShowLive } from '../camera/stream.js'
import { here } from '../device/here.js'
import { staysHere } from '../device/place.js'
import { h } from '../dom.js'
import { showRecent } from '../home/recent.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { trySample } from './samples.js'

const texts = strings.intake

/**
 * The start screen, with the ways to add a photo.
 *
 * @param {{page: string, title: string, lead: string, guide?: 'square', live?: () => object,
 *   first?: {icon: string, label: string, run: () => void}, extra?: Node, context: import('../router.js').Context,
 *   take: (files: File[]) => void}} options `first` is an alternative, if available; `extra` are choices to make first
 */
export function startScreen({ page, title, lead, guide, live, first, extra, context, take }) {
  const { signal } = context
  const recent = h('section', { class: 'home-recent', hidden: true })
  showRecent(recent, context, page)
  return [
    h('header', { class: 'page-head' }, h('h1', {}, title)),
    h('section', { class: 'intake-start' },
      h('p', { class: 'intake-lead' }, lead), extra,
      h('div', { class: 'intake-ways' }, photoWays({ guide, live, first, signal, take })),
      h('button', { type: 'button', class: 'button-plain', onclick: () => trySample(page, signal, take) }, strings.home.sample),
      h('p', { class: 'intake-hint intake-hint-drop' }, texts.hint),
      h('p', { class: 'intake-hint' }, here.isAlone ? strings.here.privacy : texts.privacy)),
    recent,
  ]
}

/**
 * Buttons for the ways to add a photo, the most likely first: touch devices have a camera; other devices may not.
 *
 * @param {{guide?: 'square', first?: {icon: string, label: string, run: () => void}, signal: AbortSignal,
 *   take: (files: File[]) => void}} options
 */
export function photoWays({ guide, live, first, signal, take }) {
  const canShoot = hasCameraApp() || canShowLive()
  const camera = [first, canShoot && { icon: 'camera', label: texts.camera, run: () => openCamera({ guide, live, signal, take }) }]
  const choose = { icon: 'photo', label: texts.choose, run: () => askForPhoto(take, { several: true }) }
  const ways = (hasCameraApp() ? [...camera, choose] : [choose, ...camera]).filter(Boolean)
  return ways.map(({ icon: picture, label, run }, at) => h('button', {
    type: 'button', class: at === 0 ? 'button intake-way' : 'button-plain intake-way', onclick: run,
  }, icon(picture), label))
}

/**
 * Opens the viewfinder, or the phone's camera app if the browser has no live camera for this page.
 *
 * @param {{guide?: 'square', live?: () => object, signal: AbortSignal, take: (files: File[]) => void}} options `live`
 *   gives the options for reading a box: if that happens on this device, it happens while the camera is open
 */
export async function openCamera({ guide, live, signal, take }) {
  if (!canShowLive() && hasCameraApp()) return askForPhoto(take, { camera: true })
  const { Viewfinder } = await import('../camera/viewfinder.js')
  const viewfinder = new Viewfinder({ take, guide })
  if (live && staysHere('rack')) {
    const { LiveRack } = await import('../rack/live.js')
    new LiveRack(viewfinder, live)
  }
  viewfinder.open(signal)
}
