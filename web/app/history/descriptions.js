import { fill } from '../format.js'
import { strings } from '../strings.js'

const texts = strings.history
const nouns = { count: texts.things, rack: texts.vials, shelf: texts.books }

/**
 * What was found, in a few words: `35 things`, `47 vials`, `12 books`.
 *
 * @param {{kind: string, count: number}} entry
 */
export const found = ({ kind, count }) => fill(nouns[kind] ?? texts.things, { count })

/**
 * The size of the box: `9 × 9`; empty for a count.
 *
 * @param {{rows?: number, cols?: number}} entry
 */
export const boxSize = ({ rows, cols }) => (rows && cols ? fill(texts.grid, { rows, cols }) : '')
