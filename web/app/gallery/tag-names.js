import { outer } from '../base.js'
import { language } from '../language.js'

/** What tags, colors and albums are called in the language of the pages, the usual word first; nothing in English. */
const words = language === 'en' ? new Map() : await read().catch(() => new Map())
/** Names of albums and of lists of tags, which nobody gives as a tag. */
const others = new Set(['animals', 'buildings', 'objects', 'places', 'vehicles', 'keyword', 'own', 'picture'])
const tags = new Map()
for (const [tag, all] of words) {
  // What is another tag's usual word is that tag.
  if (tag === tag.toLowerCase() && !others.has(tag)) for (const [at, word] of all.entries()) note(tag, plain(word), at === 0)
}

/** Lines with the English name, a tab, and words of the language with commas between them. */
async function read() {
  const answer = await fetch(outer(`/data/tags.${language}.tsv`))
  const lines = answer.ok ? (await answer.text()).split('\n') : []
  return new Map(lines.map((line) => line.split('\t')).filter(({ length }) => length === 2)
    .map(([tag, all]) => [tag, all.split(',').map((word) => word.trim())]))
}

function note(tag, word, isUsual) {
  if (isUsual || !tags.has(word)) tags.set(word, tag)
}

/** In small letters without accents, as people type in a hurry. */
function plain(word) {
  return word.toLowerCase().normalize('NFD').replace(/\p{Diacritic}/gu, '')
}

/** What a person reads for a tag, a color or an album. @param {string} name as the library has it */
export const tagName = (name) => words.get(name)?.[0] ?? name

/** The tag that a person means who types its name; what nobody knows is a tag of their own. @param {string} typed */
export const tagOf = (typed) => tags.get(plain(typed)) ?? typed
