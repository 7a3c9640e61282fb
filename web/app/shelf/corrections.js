/**
 * The user's corrections of a shelf. Never changed in place, so that undo returns to the previous value.
 *
 * @typedef {[number, number][]} Quad four corners in pixels of the photo: top left, top right, bottom right, bottom left
 * @typedef {object} Corrections all by the id of the book
 * @property {Set<number>} removed
 * @property {Set<number>} confirmed
 * @property {Map<number, string>} texts
 * @property {Map<number, Quad>} moved
 * @property {{id: number, quad: Quad}[]} added
 */

/** @type {Corrections} */
export const none = { removed: new Set(), confirmed: new Set(), texts: new Map(), moved: new Map(), added: [] }

const without = (set, id) => new Set([...set].filter((each) => each !== id))
const has = ({ added }, id) => added.some((one) => one.id === id)

/** @returns {Corrections} without a book; an added one leaves no trace */
export function removing(corrections, id) {
  if (has(corrections, id)) return dropping(corrections, id)
  const confirmed = without(corrections.confirmed, id)
  return { ...corrections, confirmed, removed: new Set(corrections.removed).add(id) }
}

function dropping(corrections, id) {
  const texts = new Map(corrections.texts)
  texts.delete(id)
  return { ...corrections, texts, added: corrections.added.filter((one) => one.id !== id) }
}

/** @returns {Corrections} with a removed book restored */
export function restoring(corrections, id) {
  return { ...corrections, removed: without(corrections.removed, id) }
}

/** @returns {Corrections} with the outline and reading of a book confirmed, or unconfirmed again */
export function confirming(corrections, id, isRight = true) {
  const confirmed = isRight ? new Set(corrections.confirmed).add(id) : without(corrections.confirmed, id)
  return { ...corrections, confirmed }
}

/** @param {string | null} text null restores the text that was read @returns {Corrections} */
export function typing(corrections, id, text) {
  const texts = new Map(corrections.texts)
  if (text === null) texts.delete(id)
  else texts.set(id, text)
  return { ...corrections, texts }
}

/** @param {Quad} quad @returns {Corrections} with another outline for a book */
export function moving(corrections, id, quad) {
  if (has(corrections, id)) {
    return { ...corrections, added: corrections.added.map((one) => (one.id === id ? { id, quad } : one)) }
  }
  return { ...corrections, moved: new Map(corrections.moved).set(id, quad) }
}

/** @param {number} id above all others @param {Quad} quad @returns {Corrections} with a book that was missed */
export function adding(corrections, id, quad) {
  return { ...corrections, added: [...corrections.added, { id, quad }] }
}

export function isEmpty({ removed, confirmed, texts, moved, added }) {
  return removed.size + confirmed.size + texts.size + moved.size + added.length === 0
}

/** Converts corrections to the server's format. */
export function toServer({ removed, confirmed, texts, moved, added }) {
  const rounded = (quad) => quad.map((point) => point.map((value) => Math.round(value * 10) / 10))
  return {
    removed: [...removed], confirmed: [...confirmed], texts: Object.fromEntries(texts),
    moved: Object.fromEntries([...moved].map(([id, quad]) => [id, rounded(quad)])),
    added: added.map(({ id, quad }) => ({ id, quad: rounded(quad) })),
  }
}

/** @returns {Corrections} from the server's format */
export function fromServer({ removed = [], confirmed = [], texts = {}, moved = {}, added = [] } = {}) {
  const byId = (values) => new Map(Object.entries(values).map(([id, value]) => [Number(id), value]))
  return { removed: new Set(removed), confirmed: new Set(confirmed), texts: byId(texts), moved: byId(moved), added }
}
