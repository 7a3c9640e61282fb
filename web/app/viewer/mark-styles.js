/**
 * The look of marks. No two styles differ only by color: each has its own line or its own glyph.
 * @typedef {object} MarkStyle
 * @property {string} color
 * @property {number} width of the line in CSS pixels
 * @property {number[]} dash
 * @property {string} [glyph] drawn at the upper left corner if there is room
 * @property {number} [radius] of the corners, in CSS pixels
 * @property {number} [alpha] opacity of the line; what is below it is then dark, so that it stays readable
 * @property {string} [rim] instead of the usual one
 */

const GREEN = '#1f9591'
const BLUE = '#207dbb'
const ORANGE = '#ea6d29'
const RED = '#a6213b'
const GRAY = '#6d6e71'
const PURPLE = '#775f9a'
const YELLOW = '#edb837'
const WHITE = '#ffffff'
/** Around light lines. */
const DARK_RIM = 'rgba(8, 18, 26, 0.7)'
const SOLID = []
const DASHED = [10, 6]
const DOTTED = [2, 3]

/** For several kinds in one photo, each of which also has a letter. The same as in pictures drawn by the program. */
const KIND_COLORS = [GREEN, PURPLE, '#8a6d1f', '#b0487f', BLUE, RED]
const KIND_LETTERS = [...'ABCDEFGHIJKL']

/** @returns {keyof MARK_STYLES} for things of a kind, by its index among the kinds */
export const kindStyle = (kind) => `kind${kind % KIND_LETTERS.length}`

/** In drawing order: the most important are last, on top. @type {Record<string, MarkStyle>} */
export const MARK_STYLES = {
  textRegion: { color: WHITE, width: 1.5, dash: SOLID, radius: 2, rim: DARK_RIM },
  outside: { color: GRAY, width: 1.5, dash: [2, 6] },
  // Empty places get the faintest mark.
  empty: { color: GRAY, width: 1, dash: SOLID, rim: 'rgba(255, 255, 255, 0.35)' },
  other: { color: BLUE, width: 2.5, dash: [4, 3] },
  removed: { color: RED, width: 1.5, dash: DOTTED, glyph: '×' },
  maybe: { color: BLUE, width: 2, dash: DASHED, glyph: '?' },
  spineUnsure: { color: GREEN, width: 2, dash: SOLID, radius: 4, alpha: 0.5 },
  spineLikely: { color: GREEN, width: 2, dash: SOLID, radius: 4, alpha: 0.7 },
  spine: { color: GREEN, width: 2.5, dash: SOLID, radius: 4 },
  confirmed: { color: GREEN, width: 2.5, dash: SOLID, radius: 4, glyph: '✓' },
  main: { color: GREEN, width: 2.5, dash: SOLID },
  ...Object.fromEntries(KIND_LETTERS.map((glyph, kind) => [
    kindStyle(kind), { color: KIND_COLORS[kind % KIND_COLORS.length], width: 2.5, dash: SOLID, glyph }])),
  read: { color: GREEN, width: 2.5, dash: SOLID, glyph: '✓' },
  uncoded: { color: BLUE, width: 2.5, dash: [12, 4, 2, 4], glyph: '–' },
  unread: { color: ORANGE, width: 3, dash: DASHED, glyph: '!' },
  doubt: { color: ORANGE, width: 2.5, dash: DASHED, glyph: '?' },
  // Differences between compared boxes.
  same: { color: GREEN, width: 1.5, dash: SOLID },
  moved: { color: BLUE, width: 3, dash: DASHED, glyph: '→' },
  missing: { color: RED, width: 3, dash: DOTTED, glyph: '×' },
  new: { color: PURPLE, width: 3, dash: SOLID, glyph: '+' },
  elsewhere: { color: PURPLE, width: 3, dash: DOTTED, glyph: '↗' },
  twice: { color: PURPLE, width: 3, dash: [12, 4, 2, 4], glyph: '2' },
  typed: { color: PURPLE, width: 2.5, dash: SOLID, glyph: '✎' },
  // The user's examples.
  example: { color: PURPLE, width: 3.5, dash: SOLID, glyph: '★' },
  counterexample: { color: RED, width: 3.5, dash: DASHED, glyph: '≠' },
  otherCode: { color: YELLOW, width: 2, dash: DOTTED, rim: DARK_RIM },
  bookCode: { color: YELLOW, width: 3, dash: SOLID, rim: DARK_RIM },
  misplaced: { color: ORANGE, width: 3, dash: SOLID, radius: 4, glyph: '↔' },
  extra: { color: PURPLE, width: 3, dash: DOTTED, radius: 4, glyph: '+' },
  unreadable: { color: GRAY, width: 2.5, dash: DASHED, radius: 4, glyph: '?' },
  missingBook: { color: RED, width: 3.5, dash: SOLID, glyph: '×' },
  added: { color: GREEN, width: 2.5, dash: SOLID, glyph: '+' },
}

/** For the selected mark or the current drawing; visible on bright and dark photos. */
export const HIGHLIGHT = { color: '#67bddf', rim: '#0d1f2b', width: 4 }

/** Drawn under every line so that it is visible on any photo. */
export const RIM = 'rgba(255, 255, 255, 0.75)'
