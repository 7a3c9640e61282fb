import { askForPhoto, hasCameraApp } from '../camera/native.js'
import { canShowLive } from '../camera/stream.js'
import { Viewfinder } from '../camera/viewfinder.js'
import { h } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.intake

/**
 * The ways to a photo.
 *
 * @param {{title: string, lead: string, guide?: 'square', first?: {icon: string, label: string, run: () => void},
 *   signal: AbortSignal, take: (files: File[]) => void}} options `first` is another way, for those who can take it
 */
export function startScreen({ title, lead, guide, first, signal, take }) {
  const open = () => openCamera({ guide, signal, take })
  return [
    h('header', { class: 'page-head' }, h('h1', {}, title)),
    h('section', { class: 'intake-start' },
      h('p', { class: 'intake-lead' }, lead),
      h('div', { class: 'intake-ways' },
        first && h('button', { type: 'button', class: 'button intake-way', onclick: first.run }, icon(first.icon), first.label),
        h('button', { type: 'button', class: first ? 'button-plain intake-way' : 'button intake-way', onclick: open },
          icon('camera'), texts.camera),
        h('button', { type: 'button', class: 'button-plain intake-way', onclick: () => askForPhoto(take) },
          icon('photo'), texts.choose)),
      h('p', { class: 'intake-hint intake-hint-drop' }, texts.hint),
      h('p', { class: 'intake-hint' }, texts.privacy)),
  ]
}

/** Opens the viewfinder; where the browser has none for this page, the camera app of a phone. */
export function openCamera({ guide, signal, take }) {
  if (!canShowLive() && hasCameraApp()) askForPhoto(take, { camera: true })
  else new Viewfinder({ take, guide }).open(signal)
}
