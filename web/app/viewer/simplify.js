/**
 * Returns a line with fewer corners that stays within a distance of the given one (after Douglas and Peucker).
 * @param {number[][]} points
 * @param {number} tolerance
 */
export function simplified(points, tolerance) {
  if (points.length < 3) return points
  const keeps = new Uint8Array(points.length)
  keeps[0] = keeps[points.length - 1] = 1
  const spans = [[0, points.length - 1]]
  while (spans.length > 0) {
    const [first, last] = spans.pop()
    const far = farthest(points, first, last)
    if (far.distance <= tolerance) continue
    keeps[far.index] = 1
    spans.push([first, far.index], [far.index, last])
  }
  return points.filter((_, index) => keeps[index] === 1)
}

function farthest(points, first, last) {
  let found = { index: first, distance: 0 }
  for (let index = first + 1; index < last; index += 1) {
    const distance = distanceToSegment(points[index], points[first], points[last])
    if (distance > found.distance) found = { index, distance }
  }
  return found
}

function distanceToSegment([x, y], [ax, ay], [bx, by]) {
  const length = (bx - ax) ** 2 + (by - ay) ** 2
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
  return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))
}

/** Returns the area inside a polygon. */
export function areaOf(corners) {
  let twice = 0
  corners.forEach(([x, y], k) => {
    const [nextX, nextY] = corners[(k + 1) % corners.length]
    twice += x * nextY - nextX * y
  })
  return Math.abs(twice) / 2
}
