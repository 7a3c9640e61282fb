/**
 * Returns the cells of a rack with the values typed in by hand, row by row.
 *
 * @param {{cells: object[], vials: object[]}} rack
 * @param {{values?: {row: number, col: number, value: string}[]}} corrections
 * @returns {{row: number, col: number, name: string, status: string, value: string}[]}
 */
export function cellsOf(rack, corrections) {
  const place = ({ row, col }) => `${row},${col}`
  const read = new Map(rack.vials.map((vial) => [place(vial), vial.value]))
  const typed = new Map((corrections?.values ?? []).map((each) => [place(each), each.value]))
  return rack.cells.map((cell) => {
    const byHand = typed.get(place(cell))
    return { ...cell, status: byHand === undefined ? cell.status : 'typed', value: byHand ?? read.get(place(cell)) ?? '' }
  })
}

/**
 * Returns the number of cells in each state.
 *
 * @param {{status: string}[]} cells
 * @returns {Record<string, number>}
 */
export function tally(cells) {
  const counts = {}
  for (const { status } of cells) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/**
 * Returns the things that count after the corrections; those added by hand come last.
 *
 * @param {{detections: object[]}} count
 * @param {{added?: object[], removed?: number[], included?: number[]}} corrections
 * @returns {object[]}
 */
export function thingsOf(count, corrections) {
  const removed = new Set(corrections?.removed ?? [])
  const included = new Set(corrections?.included ?? [])
  const kept = count.detections.filter(({ main }, index) => (main && !removed.has(index)) || included.has(index))
  return [...kept, ...(corrections?.added ?? []).map((box) => ({ ...box, isAdded: true }))]
}
