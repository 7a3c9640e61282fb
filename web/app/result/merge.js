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
const keyOf = (one) => JSON.stringify(one?.row !== undefined ? [one.row, one.col] : one?.id ?? one)

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other)
