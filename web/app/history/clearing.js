import { api } from '../api.js'
import { h } from '../dom.js'
import { fill } from '../format.js'
import { confirm } from '../shell/confirm.js'
import { strings } from '../strings.js'
import { listed } from './search.js'
import { toast } from '../toast.js'

const texts = strings.history.clearing

/**
 * Deletes all entries, or all of a kind, after a confirmation.
 *
 * @param {string | undefined} kind @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether it was done
 */
export async function clearHistory(kind, signal) {
  try {
    const entries = await listed({ kind }, { signal })
    const favorites = entries.filter(({ favorite }) => favorite).length
    const keep = h('input', { type: 'checkbox', class: 'switch', checked: true, onchange: () => tell() })
    const words = h('span', {})
    const tell = () => {
      const count = entries.length - (keep.checked ? favorites : 0)
      words.textContent = count === 0 ? texts.onlyFavorites : fill(texts.text, { count })
    }
    tell()
    const isSure = await confirm({
      title: texts.title[kind ?? 'all'], text: words, action: texts.action,
      extra: favorites > 0 && h('label', { class: 'switch-line' }, keep, fill(texts.keepFavorites, { count: favorites })),
    })
    if (!isSure) return false
    const { deleted } = await api.history.clear({ kind, keepFavorites: keep.checked })
    toast(fill(texts.done, { count: deleted }))
    return true
  } catch (error) {
    if (!api.isAbort(error)) toast(api.sentence(error), { kind: 'problem' })
    return false
  }
}
