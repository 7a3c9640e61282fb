const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
/** What wants a person first, then what is still to come. */
const states = ['failed', 'lost', 'working', 'sending', 'waiting', 'done']

/** Ways to sort a table; the first press puts up what one most likely looks for. */
const compares = {
  name: (one, other) => collator.compare(one.name, other.name),
  count: (one, other) => (one.count ?? -1) - (other.count ?? -1),
  state: (one, other) => states.indexOf(one.state) - states.indexOf(other.state)
    || (other.warnings?.length ?? 0) - (one.warnings?.length ?? 0),
}

/**
 * Rows in the order that was asked for; alike ones as they were given.
 *
 * @param {import('./row.js').Row[]} rows @param {{by: 'given' | 'name' | 'count' | 'state', isDown: boolean}} order
 */
export function ordered(rows, { by, isDown }) {
  const compare = compares[by]
  if (!compare) return rows
  return rows.toSorted((one, other) => (isDown ? -1 : 1) * compare(one, other))
}

/** What pressing the head of a column leads to: up, down, and back to how they were given. */
export function nextOrder(order, by) {
  if (order.by !== by) return { by, isDown: false }
  return order.isDown ? { by: 'given', isDown: false } : { by, isDown: true }
}
