import { api } from '../api.js'
import { fill } from '../format.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

const texts = strings.history

/**
 * Deletes an entry, and offers to restore it.
 *
 * @param {object} entry
 * @param {() => void} [onRestored]
 * @returns {Promise<boolean>} whether it was deleted; the user is notified either way
 */
export async function deleteEntry(entry, onRestored) {
  try {
    await api.history.remove(entry.id)
  } catch (error) {
    // It is already gone, perhaps deleted on another device, which is what the user wanted.
    if (error?.status !== 404) {
      toast(api.sentence(error), { kind: 'problem' })
      return false
    }
  }
  toast(fill(texts.deleted, entry), { undo: () => restore(entry, onRestored) })
  return true
}

async function restore(entry, onRestored) {
  try {
    await api.history.restore(entry.id)
    toast(fill(texts.restored, entry))
    onRestored?.()
  } catch (error) {
    const isTooLate = error?.status === 404
    toast(isTooLate ? fill(texts.tooLate, entry) : api.sentence(error), { kind: 'problem' })
  }
}

/**
 * @param {object} entry
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} show shows the new state immediately, and the old one again on failure
 */
export async function setFavorite(entry, isOn, show) {
  show(isOn)
  try {
    await api.history.change(entry.id, { favorite: isOn })
    toast(fill(isOn ? texts.nowFavorite : texts.noFavorite, entry))
  } catch (error) {
    show(!isOn)
    toast(api.sentence(error), { kind: 'problem' })
  }
}
