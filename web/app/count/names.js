import { fill, formatNumber } from '../format.js'
import { isNamed, nameIn } from '../history/names.js'
import { strings } from '../strings.js'

/** The user's name for the things counted, their recipe's name, or undefined. */
export const nameOf = ({ saver: { entry }, result: { recipe } }) => (entry && isNamed(entry) ? nameIn(entry.title) : recipe?.things.several)

/** Returns the word beside the number. @param {import('./session.js').CountSession} session @param {number} count */
export function wordFor(session, count) {
  const name = nameOf(session)
  const { things } = session.result.recipe ?? {}
  // The number may be another one than when the recipe's word came into the title.
  if (things && [things.one, things.several].includes(name)) return count === 1 ? things.one : things.several
  if (name) return name
  return fill(strings.count.result.headline, { count })
}

/**
 * Returns the number with its noun: `23 coins`.
 *
 * @param {import('./session.js').CountSession} session @param {number} count
 */
export const thingsOf = (session, count) => (nameOf(session) ? `${formatNumber(count)} ${wordFor(session, count)}` : fill(strings.words.things, { count }))
