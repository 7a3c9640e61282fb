import { api } from '../api.js'
import { button } from '../buttons.js'
import { h } from '../dom.js'
import { toast } from '../toast.js'
import { chooseFolder } from './folder-dialog.js'
import { strings } from '../strings.js'

const texts = strings.gallery.inbox

/**
 * The folder for photos sent by devices; on the server's own machine, the user can choose another one, or none.
 *
 * @param {{inbox?: string, canAdd: boolean}} state @param {() => void} changed
 */
export function inboxSection({ inbox, canAdd }, changed) {
  const allow = async (path) => {
    if (!path) return
    try {
      await api.gallery.allowInbox(path)
      changed()
    } catch (error) {
      toast(api.sentence(error), { kind: 'problem' })
    }
  }
  return h('section', { class: 'album-group inbox' }, h('h2', {}, texts.title),
    h('p', {}, inbox ? [texts.folder, ' ', h('span', { class: 'folder-path' }, inbox)] : texts.none), h('p', { class: 'hint' }, canAdd ? texts.hint : texts.elsewhere),
    canAdd && h('div', { class: 'button-row' },
      button(texts.choose, async () => allow(await chooseFolder(texts.use))),
      inbox ? button(texts.refuse, () => allow('none')) : button(texts.allow, () => allow('auto'))))
}
