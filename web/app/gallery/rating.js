import { api } from '../api.js'
import { button } from '../buttons.js'
import { h, uniqueId } from '../dom.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { Stars, starWords } from './stars.js'

const texts = strings.gallery.rating

/**
 * Rates photos, and offers to undo it.
 *
 * @param {number[]} photos @param {number} rating
 * @param {(isUndone: boolean) => void} done called after rating, and again after undoing
 */
export async function ratePhotos(photos, rating, done) {
  const tell = (error) => toast(api.sentence(error), { kind: 'problem' })
  try {
    const { undo } = await api.gallery.rate({ photos, rating })
    const takeBack = async () => {
      for (const change of undo) await api.gallery.rate(change)
    }
    toast(fill(texts.rated, { count: photos.length, stars: starWords(rating) }),
      { undo: () => takeBack().then(() => done(true), tell) })
    done(false)
  } catch (error) {
    tell(error)
  }
}

/** Asks for stars. @param {number} count of photos @returns {Promise<number | undefined>} */
export function askForStars(count) {
  const titleId = uniqueId('stars')
  const choose = (rating) => dialog.close(String(rating))
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': titleId },
    h('div', { class: 'dialog-head' }, h('h2', { id: titleId }, fill(texts.title, { count }))),
    h('form', { class: 'dialog-body', method: 'dialog' }, new Stars(0, choose).element,
      h('div', { class: 'dialog-actions' }, button(strings.shell.cancel, () => dialog.close('')),
        button(texts.none, () => choose(0)))))
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => dialog.addEventListener('close', () => {
    dialog.remove()
    resolve(dialog.returnValue === '' ? undefined : Number(dialog.returnValue))
  }, { once: true }))
}
