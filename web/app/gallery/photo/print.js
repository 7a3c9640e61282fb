import { button } from '../../buttons.js'
import { h } from '../../dom.js'
import { strings } from '../../strings.js'
import { toast } from '../../toast.js'

const texts = strings.gallery.photo

/**
 * The text printed on a photo, collapsed at first. Shown as plain text, whatever it says.
 *
 * @param {string | undefined} text
 */
export function printedText(text) {
  if (!text) return null
  // Missing on pages without HTTPS; the text can still be selected.
  const copy = navigator.clipboard ? button(texts.copy, () => copied(text)) : null
  return h('details', { class: 'photo-print' }, h('summary', {}, texts.print), h('p', { class: 'print' }, text), copy)
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text)
    toast(texts.copied)
  } catch {
    toast(texts.notCopied, { kind: 'problem' })
  }
}
