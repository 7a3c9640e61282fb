import { api } from '../api.js'
import { h } from '../dom.js'
import { strings } from '../strings.js'
import { boxSize, found } from './descriptions.js'

const texts = strings.history.search
/** Maximum number of entries per request. */
const PAGE = 500
/** Minimum and maximum length of a part of a code: shorter parts match nearly all boxes, longer ones are refused. */
const [SHORTEST, LONGEST] = [3, 200]
/** Pause in typing before the search, in milliseconds. */
const PAUSE = 150

/**
 * A search field for entries.
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
 * Returns all entries that have all of these words in their names, notes or results, and boxes with a code that
 * contains them.
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

/** Returns all entries, page by page. */
export async function listed(which, options) {
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
