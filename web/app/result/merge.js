/**
 * What two people changed about one result, together: from what both began with, in the form that the server takes. Where
 * both changed the same, mine counts.
 *
 * @param {object} base @param {object} mine @param {object} theirs
 */
export function merged(base, mine, theirs) {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  const both = Object.fromEntries(names.map((name) => [name, together(base[name], mine[name], theirs[name])]))
  // A thing that one has put in and the other taken out.
  if (both.removed && both.included) {
    const withoutMine = (name, other) => both[name].filter((index) => mine[name].includes(index) || !mine[other].includes(index))
    ;[both.removed, both.included] = [withoutMine('removed', 'included'), withoutMine('included', 'removed')]
  }
  return both
}

/**
 * What is to be kept of a result that was corrected here and elsewhere: both, and where both changed the same, what the person
 * says.
 *
 * @param {{entry: object, corrections: object}} record as the server has it now
 * @param {object} base what it had when the person began @param {object} own as the person has it
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

/** Theirs, with what I have added, changed and taken away. @param {Map} base @param {Map} mine @param {Map} theirs */
function joined(base, mine, theirs) {
  const both = new Map([...theirs].filter(([key]) => mine.has(key) || !base.has(key)))
  for (const [key, value] of mine) if (!base.has(key) || !isSame(value, base.get(key))) both.set(key, value)
  return both
}

/** What tells one from the others: the well, the number of a book, or all of it. */
const keyOf = (one) => textOf(one?.row !== undefined ? [one.row, one.col] : one?.id ?? one)

const isSame = (one, other) => textOf(one) === textOf(other)

/** Whether all corrections are the same, in whatever order they were made. */
function isAlike(one, other) {
  const sorted = (all) => Object.fromEntries(Object.entries(all).map(([name, value]) => [name, Array.isArray(value) ? value.map(textOf).sort() : value]))
  return isSame(sorted(one), sorted(other))
}

/** With the keys in one order: that of a server may be another one. */
const textOf = (value) => JSON.stringify(value, (_, part) => (
  part && typeof part === 'object' && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part))
