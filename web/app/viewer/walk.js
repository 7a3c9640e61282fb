/**
 * Returns the mark that an arrow key leads to: the nearest one in that direction.
 * @param {import('./marks.js').Marks} marks
 * @param {string|number} from
 * @param {number} dx @param {number} dy one of them is 1 or -1, the other 0
 * @returns {import('./marks.js').Mark|undefined}
 */
export function neighbor(marks, from, dx, dy) {
  const start = centerOf(marks, from)
  return least(marks, (id) => {
    if (id === from) return Infinity
    const [x, y] = centerOf(marks, id)
    const along = (x - start[0]) * dx + (y - start[1]) * dy
    const aside = Math.abs((x - start[0]) * dy) + Math.abs((y - start[1]) * dx)
    // Sideways distance counts double, and more than 60 degrees off is another direction.
    return along > 0 && aside < along * 1.8 ? along + 2 * aside : Infinity
  })
}

/** Returns the mark nearest to a point of the photo. */
export function nearest(marks, x, y) {
  return least(marks, (id) => {
    const [cx, cy] = centerOf(marks, id)
    return Math.hypot(cx - x, cy - y)
  })
}

/** Returns the mark `step` places further in the list, which is in reading order, wrapping around. */
export function following(marks, from, step) {
  const { list } = marks
  if (list.length === 0) return undefined
  const index = marks.indices.get(from)
  if (index === undefined) return list[step > 0 ? 0 : list.length - 1]
  return list[(index + step + list.length) % list.length]
}

function least(marks, cost) {
  let found
  let lowest = Infinity
  for (const mark of marks.list) {
    const value = cost(mark.id)
    if (value < lowest) [found, lowest] = [mark, value]
  }
  return found
}

function centerOf(marks, id) {
  const box = marks.boxOf(id)
  return [box.x + box.width / 2, box.y + box.height / 2]
}
