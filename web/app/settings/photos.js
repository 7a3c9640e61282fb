import { api } from '../api.js'
import { h } from '../dom.js'
import { fill, formatSize } from '../format.js'
import { icon } from '../icons.js'
import { confirm } from '../shell/confirm.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

const texts = strings.settings.photos

/**
 * The storage used by the photos of results, and a button to delete them.
 *
 * @param {AbortSignal} signal aborts with the view
 */
export function keptPhotos(signal) {
  const words = h('p', { tabindex: -1 }, '\u00a0')
  const button = h('button', { class: 'button-plain', type: 'button', hidden: true, onclick: () => forget() },
    icon('trash'), texts.action)
  const show = async () => {
    try {
      const { photos, bytes } = await api.history.photoRoom({ signal })
      words.textContent = photos === 0 ? texts.none : fill(texts.room, { count: photos, size: formatSize(bytes) })
      button.hidden = photos === 0
    } catch (error) {
      if (!api.isAbort(error)) words.textContent = api.sentence(error)
    }
  }
  const forget = async () => {
    if (!await confirm(texts.confirm)) return
    try {
      const { photos } = await api.history.forgetPhotos()
      toast(fill(texts.done, { count: photos }))
      await show()
      words.focus()
    } catch (error) {
      toast(api.sentence(error), { kind: 'problem' })
    }
  }
  show()
  return h('div', { class: 'setting' }, words, h('div', { class: 'button-row' }, button))
}
