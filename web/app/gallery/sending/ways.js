import { iconButton } from '../../buttons.js'
import { askForPhoto } from '../../camera/native.js'
import { listenToDrops } from '../../intake/drop.js'
import { strings } from '../../strings.js'
import { toast } from '../../toast.js'
import { sender } from './sender.js'

/** Adds photos of this device to the library: chosen, dropped or pasted. @param {File[]} files */
export function sendPhotos(files) {
  if (files.length === 0) toast(strings.intake.nothing, { kind: 'problem' })
  else sender.take(files)
}

export const askForPhotos = () => askForPhoto(sendPhotos, { several: true, videos: true })

export const sendButton = () => iconButton('plus', strings.gallery.sending.action, askForPhotos)

/** @param {AbortSignal} signal stops listening */
export const takeDrops = (signal) => listenToDrops(signal, sendPhotos, { videos: true })
