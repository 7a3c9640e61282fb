import { api } from '../api.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { confirm } from '../shell/confirm.js'
import { strings } from '../strings.js'
import { toast } from '../toast.js'

const texts = strings.history.clearing

/**
 * Deletes all entries, or all of a kind, after a confirmation.
 *
 * @param {string | undefined} kind
 * @param {number} total how many there are
 * @returns {Promise<boolean>} whether it was done
 */
export async function clearHistory(kind, total) {
  const keep = h('input', { type: 'checkbox', class: 'switch', checked: true })
  const isSure = await confirm({
    title: texts.title[kind ?? 'all'], text: fill(texts.text, { count: total }), action: texts.action,
    extra: h('label', { class: 'switch-line' }, keep, texts.keepFavorites),
  })
  if (!isSure) return false
  try {
    const { deleted } = await api.history.clear({ kind, keepFavorites: keep.checked })
    toast(fill(texts.done, { count: deleted }))
    return true
  } catch (error) {
    toast(api.sentence(error), { kind: 'problem' })
    return false
  }
}
