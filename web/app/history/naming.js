import { api } from '../api.js'
import { askForTag } from '../gallery/tag-dialog.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'
import { isNamed, nameIn, titleWith } from './names.js'

/**
 * Asks for the name of the things in a count, and saves it.
 *
 * @param {object} entry of the history, which gets the name
 * @param {string} [usual] their default name
 * @returns {Promise<boolean>} whether the name has changed
 */
export async function nameThings(entry, usual = '') {
  const { naming } = strings.count
  const value = isNamed(entry) ? nameIn(entry.title) : usual
  const name = await askForTag({ title: naming.title, action: strings.gallery.save, label: naming.label, value })
  if (!name || name === value) return false
  try {
    Object.assign(entry, (await api.history.change(entry.id, { title: titleWith(entry.title, name) })).entry)
    return true
  } catch (error) {
    toast(api.sentence(error), { kind: 'problem' })
    return false
  }
}
