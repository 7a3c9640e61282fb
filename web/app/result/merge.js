/**
 * Merges the changes of two users to one result, from their common base, in the server's format. If both changed the
 * same thing, mine wins.
 *
 * @param {object} base @param {object} mine @param {object} theirs
 */
export function merged(base, mine, theirs) {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  const both = Object.fromEntries(names.map((name) => [name, together(base[name], mine[name], theirs[name])]))
  // A thing that one has added and the other removed.
  if (both.removed && both.included) {
    const withoutMine = (name, other) => both[name].filter((index) => mine[name].includes(index) || !mine[other].includes(index))
    ;[both.removed, both.included] = [withoutMine('removed', 'included'), withoutMine('included', 'removed')]
  }
  return both
}

/**
 * Returns the corrections to keep for a result that was corrected here and elsewhere: both, and where both changed the
 * same thing, the user's choice.
 *
 * @param {{entry: object, corrections: object}} record the server's current version
 * @param {object} base the version that the user started from @param {object} own the user's version
 * @returns {Promise<{corrections: object, isAsked: boolean}>}
 */
export async function agreed({ entry, corrections }, base, own) {
  const [mine, theirs] = [merged(base, own, corrections), merged(base, corrections, own)]
  if (isAlike(mine, theirs)) return { corrections: mine, isAsked: false }
  const { keepsOwn } = await import('./elsewhere.js')
  return { corrections: await keepsOwn(entry, own, corrections) ? mine : theirs, isAsked: true }
}

function together(base, mine, theirs) {
  const [example] = [mine, theirs, base].filter((value) => value !== undefined && value !== null)
  if (Array.isArray(example)) return [...joined(...[base, mine, theirs].map((list) => new Map((list ?? []).map((one) => [keyOf(one), one])))).values()]
  if (typeof example === 'object') return Object.fromEntries(joined(...[base, mine, theirs].map((value) => new Map(Object.entries(value ?? {})))))
  return isSame(mine, base) ? theirs : mine
}

/** Returns theirs, with my additions, changes and removals. @param {Map} base @param {Map} mine @param {Map} theirs */
function joined(base, mine, theirs) {
  const both = new Map([...theirs].filter(([key]) => mine.has(key) || !base.has(key)))
  for (const [key, value] of mine) if (!base.has(key) || !isSame(value, base.get(key))) both.set(key, value)
  return both
}

/** Returns what identifies a correction: the well, the number of a book, or the whole value. */
const keyOf = (one) => textOf(one?.row !== undefined ? [one.row, one.col] : one?.id ?? one)

const isSame = (one, other) => textOf(one) === textOf(other)

/**
 * Whether two results have the same detections, to which corrections refer by index. The history rounds positions.
 *
 * @param {object} one @param {object} other
 */
export function fitsSame(one, other) {
  if (!one.detections) return textOf(one.vials?.map(placeOf) ?? one.spines) === textOf(other.vials?.map(placeOf) ?? other.spines)
  return one.detections.length === other.detections?.length && one.detections.every(({ x, y, main }, index) => {
    const same = other.detections[index]
    return main === same.main && Math.abs(x - same.x) < 1 && Math.abs(y - same.y) < 1
  })
}

const placeOf = ({ row, col, value }) => [row, col, value]

/** Whether all corrections are the same, in whatever order they were made. */
export function isAlike(one, other) {
  const sorted = (all) => Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => [name, Array.isArray(value) ? value.map(textOf).sort() : value]))
  return isSame(sorted(one), sorted(other))
}

const isEmpty = (value) => value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)

/** Sorts the keys, because the server's order may differ. */
const textOf = (value) => JSON.stringify(value, (_, part) => (
  part && typeof part === 'object' && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part))
