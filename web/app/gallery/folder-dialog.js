import { api } from '../api.js'
import { h, uniqueId } from '../dom.js'
import { fill } from '../format.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'

const texts = strings.gallery.folderDialog

/**
 * Lets the user browse the computer's folders, starting at their home folder, and choose one.
 *
 * @param {string} [action] label of the button
 * @returns {Promise<string>} its path; empty for none
 */
export function chooseFolder(action = texts.choose) {
  const titleId = uniqueId('folder')
  const place = h('p', { class: 'folder-path', tabindex: '-1' })
  const photos = h('p', { class: 'hint' })
  const problem = h('p', { class: 'field-problem', role: 'alert' })
  const list = h('ul', { class: 'folder-choices', 'aria-label': texts.list })
  const choose = h('button', { class: 'button', value: 'yes', disabled: true }, action)
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': titleId },
    h('div', { class: 'dialog-head' }, h('h2', { id: titleId }, texts.title)),
    h('form', { class: 'dialog-body', method: 'dialog' }, place, photos, list, problem,
      h('div', { class: 'dialog-actions' },
        h('button', { class: 'button-plain', type: 'button', onclick: () => dialog.close('') }, strings.shell.cancel), choose)))
  const choice = (name, path, picture) => h('li', {}, h('button', { class: 'folder-choice', type: 'button', onclick: () => show(path) },
    icon(picture), h('span', {}, name)))
  const show = async (path) => {
    try {
      const found = await api.gallery.folderChoices(path)
      place.textContent = found.path
      photos.textContent = [fill(texts.photos, { count: found.photos }), found.isCut && texts.cut].filter(Boolean).join(' · ')
      list.replaceChildren(...[
        found.parent && choice(fill(texts.up, { path: found.parent }), found.parent, 'back'),
        ...found.folders.map(({ name, path: inner }) => choice(name, inner, 'folder')),
      ].filter(Boolean))
      list.scrollTop = 0
      problem.textContent = ''
      choose.disabled = false
      // The pressed button is gone.
      place.focus()
    } catch (error) {
      problem.textContent = api.sentence(error)
    }
  }
  document.body.append(dialog)
  dialog.showModal()
  show()
  return new Promise((resolve) => dialog.addEventListener('close', () => {
    dialog.remove()
    resolve(dialog.returnValue === 'yes' ? place.textContent : '')
  }, { once: true }))
}
