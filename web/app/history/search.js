import { h } from '../dom.js'
import { strings } from '../strings.js'
import { boxSize, found } from './words.js'

const texts = strings.history.search
/** The server gives so many entries at once. */
const PAGE = 500
/** While a person types on, nothing is asked for, in milliseconds. */
const PAUSE = 150

/**
 * A field for words to find entries by.
 *
 * @param {string} value @param {(words: string) => void} find @param {AbortSignal} signal
 */
export function searchField(value, find, signal) {
  let timer
  signal.addEventListener('abort', () => clearTimeout(timer))
  const field = h('input', { class: 'input history-search', type: 'search', value, placeholder: texts.hint, 'aria-label': texts.label,
    autocomplete: 'off', enterkeyhint: 'search' })
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => find(field.value.trim()), PAUSE)
  })
  return field
}

/**
 * All entries that have all of these words in their names, notes or results.
 *
 * @param {import('../api.js').api} api @param {string} words @param {string | undefined} kind @param {{signal: AbortSignal}} options
 */
export async function searched(api, words, kind, options) {
  const wanted = words.toLowerCase().split(/\s+/)
  const entries = []
  let cursor
  do {
    const page = await api.history.list({ kind, cursor, limit: PAGE }, options)
    entries.push(...page.entries.filter((entry) => wanted.every((word) => textOf(entry).includes(word))))
    cursor = page.next
  } while (cursor)
  return { entries, next: null, total: entries.length }
}

const textOf = (entry) => [entry.title, entry.note, found(entry), boxSize(entry), strings.history.kinds[entry.kind]].join(' ').toLowerCase()
