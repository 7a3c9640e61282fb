import { fill } from '../format.js'
import { language } from '../language.js'
import { tagName } from './tag-names.js'
import { reasons as texts } from './texts.js'

/** The library's reasons why a photo was found, with their texts. */
const forms = [
  [/^with (?<person>.+)$/, texts.person],
  [/^color (?<name>[a-z]+) (?<share>\d+ %)$/, texts.color],
  [/^taken (?<date>.+)$/, texts.taken],
  [/^in (?<name>.+)$/, texts.place],
  [/^(?<distance>.+) away$/, texts.away],
  [/^(?:similar|looks alike) (?<share>\d+ %)$/, texts.alike],
  [/^looks like (?:an? )?(?<thing>[^“]+), (?<share>\d+ %)$/, texts.likely],
  [/^looks like (?<words>.+) (?<share>\d+ %)$/, texts.like],
]
const tagged = /^(?<way>.+) (?<share>\d+ %)$/

/** Translates one reason. @param {string} line in English, as the library returns it */
export function reasonText(line) {
  if (language === 'en') return line.replace(/(\d) %/g, '$1%')
  if (Object.hasOwn(texts.said, line)) return texts.said[line]
  for (const [form, text] of forms) {
    const found = form.exec(line)?.groups
    if (found) return fill(text, { ...found, ...(found.name ? { name: tagName(found.name) } : {}), ...(found.thing ? { thing: tagName(found.thing) } : {}) })
  }
  const tag = tagged.exec(line)?.groups
  return tag ? `${tag.way.split(' ← ').map(tagName).join(' ← ')} ${tag.share}` : line
}
