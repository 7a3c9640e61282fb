import { outer } from '../base.js'
import { language } from '../language.js'

/** Names of tags, colors and albums in the user's language, the usual word first; empty in English. */
const words = language === 'en' ? new Map() : await read().catch(() => new Map())
/** Names of albums and of lists of tags, which are not tags themselves. */
const others = new Set(['animals', 'buildings', 'objects', 'places', 'vehicles', 'keyword', 'own', 'picture'])
const tags = new Map()
for (const [tag, all] of words) {
  // A word that is another tag's usual word means that tag.
  if (tag === tag.toLowerCase() && !others.has(tag)) for (const [at, word] of all.entries()) note(tag, plain(word), at === 0)
}

/** Reads lines with the English name, a tab, and words of the language separated by commas. */
async function read() {
  const answer = await fetch(outer(`/data/tags.${language}.tsv`))
  const lines = answer.ok ? (await answer.text()).split('\n') : []
  return new Map(lines.map((line) => line.split('\t')).filter(({ length }) => length === 2)
    .map(([tag, all]) => [tag, all.split(',').map((word) => word.trim())]))
}

function note(tag, word, isUsual) {
  if (isUsual || !tags.has(word)) tags.set(word, tag)
}

/** In lower case without accents, as users type in a hurry. */
function plain(word) {
  return word.toLowerCase().normalize('NFD').replace(/\p{Diacritic}/gu, '')
}

/** Returns the name of a tag, color or album in the user's language. @param {string} name as in the library */
export const tagName = (name) => words.get(name)?.[0] ?? name

/** Returns the tag for a typed name; an unknown name is a new tag. @param {string} typed */
export const tagOf = (typed) => tags.get(plain(typed)) ?? typed
