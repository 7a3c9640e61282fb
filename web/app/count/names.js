import { fill, formatNumber } from '../format.js'
import { isNamed, nameIn } from '../history/names.js'
import { strings } from '../strings.js'

/** The user's name for the things counted, their recipe's name, or undefined. */
export const nameOf = ({ saver: { entry }, result: { recipe } }) => (entry && isNamed(entry) ? nameIn(entry.title) : recipe?.things.several)

/** Returns the word beside the number. @param {import('./session.js').CountSession} session @param {number} count */
export function wordFor(session, count) {
  const { entry } = session.saver
  if (entry && isNamed(entry)) return nameIn(entry.title)
  const { things } = session.result.recipe ?? {}
  if (things) return count === 1 ? things.one : things.several
  return fill(strings.count.result.headline, { count })
}

/**
 * Returns the number with its noun: `23 coins`.
 *
 * @param {import('./session.js').CountSession} session @param {number} count
 */
export const thingsOf = (session, count) => (nameOf(session) ? `${formatNumber(count)} ${wordFor(session, count)}` : fill(strings.words.things, { count }))
