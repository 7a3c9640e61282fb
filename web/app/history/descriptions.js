import { fill, formatNumber } from '../format.js'
import { strings } from '../strings.js'
import { isNamed, nameIn } from './names.js'

const texts = strings.history
const nouns = { count: texts.things, rack: texts.vials, shelf: texts.books }

/**
 * Describes the result in a few words: `35 things`, `47 vials`, `12 books`.
 *
 * @param {{kind: string, count: number, title: string}} entry
 */
export const found = (entry) => (
  isNamed(entry) ? `${formatNumber(entry.count)} ${nameIn(entry.title)}` : fill(nouns[entry.kind] ?? texts.things, { count: entry.count }))

/**
 * Returns the size of the box: `9 × 9`; empty for a count.
 *
 * @param {{rows?: number, cols?: number}} entry
 */
export const boxSize = ({ rows, cols }) => (rows && cols ? fill(texts.grid, { rows, cols }) : '')
