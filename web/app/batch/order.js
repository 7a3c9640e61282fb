const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
/** Photos that need the user come first, then those still to be done. */
const states = ['failed', 'lost', 'working', 'sending', 'waiting', 'done']

/** Ways to sort a table; the first press shows first what the user most likely looks for. */
const compares = {
  name: (one, other) => collator.compare(one.name, other.name),
  count: (one, other) => (one.count ?? -1) - (other.count ?? -1),
  state: (one, other) => states.indexOf(one.state) - states.indexOf(other.state)
    || (other.warnings?.length ?? 0) - (one.warnings?.length ?? 0),
}

/**
 * Returns the rows in the requested order; equal rows stay in the order in which they were added.
 *
 * @param {import('./row.js').Row[]} rows @param {{by: 'given' | 'name' | 'count' | 'state', isDown: boolean}} order
 */
export function ordered(rows, { by, isDown }) {
  const compare = compares[by]
  if (!compare) return rows
  return rows.toSorted((one, other) => (isDown ? -1 : 1) * compare(one, other))
}

/** The order after a press on a column header: up, down, and back to the original order. */
export function nextOrder(order, by) {
  if (order.by !== by) return { by, isDown: false }
  return order.isDown ? { by: 'given', isDown: false } : { by, isDown: true }
}
