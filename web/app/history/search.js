import { api } from '../api.js'
import { h } from '../dom.js'
import { strings } from '../strings.js'
import { boxSize, found } from './descriptions.js'

const texts = strings.history.search
/** The server gives so many entries at once. */
const PAGE = 500
/** Parts of codes that are shorter are in nearly all boxes; longer ones are not taken. */
const [SHORTEST, LONGEST] = [3, 200]
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
 * All entries that have all of these words in their names, notes or results, and boxes with a code that has them in it.
 *
 * @param {string} words @param {string | undefined} kind @param {{signal: AbortSignal}} options
 */
export async function searched(words, kind, options) {
  const wanted = words.toLowerCase().split(/\s+/)
  const [all, coded] = await Promise.all([
    listed({ kind }, options),
    words.length < SHORTEST ? [] : listed({ kind, code: words.slice(0, LONGEST) }, options),
  ])
  const ids = new Set(coded.map((entry) => entry.id))
  const entries = all.filter((entry) => ids.has(entry.id) || wanted.every((word) => textOf(entry).includes(word)))
  return { entries, next: null, total: entries.length }
}

/** All of them, page by page. */
async function listed(which, options) {
  const entries = []
  let cursor
  do {
    const page = await api.history.list({ ...which, cursor, limit: PAGE }, options)
    entries.push(...page.entries)
    cursor = page.next
  } while (cursor)
  return entries
}

const textOf = (entry) => [entry.title, entry.note, found(entry), boxSize(entry), strings.history.kinds[entry.kind]].join(' ').toLowerCase()
