import { MARK_STYLES } from './mark-styles.js'

/**
 * A mark on the photo, in pixels of the upright photo.
 * @typedef {object} Mark
 * @property {string|number} id
 * @property {keyof MARK_STYLES} style
 * @property {{x: number, y: number, width: number, height: number}} [box]
 * @property {[number, number][]} [quad] four corners, clockwise from the upper left one, instead of a box
 * @property {{x: number, y: number}[]} [outline] drawn instead of the box, which is still used for hits and selection
 * @property {string} [label] text drawn inside if there is room
 * @property {string} [short] drawn instead if there is too little room for the labels
 * @property {string} [badge] drawn in the upper right corner if there is room
 * @property {string} [confidence] drawn there instead if requested
 * @property {boolean} [isAbove] whether the label is above the mark
 * @property {number} [room] maximum width of the label, in pixels of the photo; default: the width of the mark
 * @property {boolean} [isHidden] drawn only while it is selected; it can still be hit
 * @property {boolean} [editable] whether the user can move and resize it
 */

/** All marks, laid out so that a frame can be drawn without allocations. */
export class Marks {
  constructor() {
    this.set([])
  }

  /** @param {Mark[]} list */
  set(list) {
    this.list = list
    /** Eight numbers per mark: x and y of its corners. */
    this.corners = new Float64Array(list.length * 8)
    /** Four numbers per mark: left, top, right, bottom. */
    this.bounds = new Float64Array(list.length * 4)
    /** 1 for each mark that is a box. */
    this.isUpright = new Uint8Array(list.length)
    this.indices = new Map()
    this.order = Object.keys(MARK_STYLES).map((name) => ({ name, style: MARK_STYLES[name], members: [] }))
    const groups = new Map(this.order.map((group) => [group.name, group]))
    list.forEach((mark, index) => {
      this.indices.set(mark.id, index)
      this.place(index, mark)
      const group = groups.get(mark.style) ?? groups.get('other')
      if (!mark.isHidden) group.members.push(index)
    })
    /** Maximum width of each label, in pixels of the photo. */
    this.roomOf = Float64Array.from(list, (mark, index) => mark.room ?? this.sideOf(index))
    /** Typical room for labels. */
    this.usualRoom = usual(list.flatMap((mark, index) => (mark.label ? [this.roomOf[index]] : [])))
    /** Typical size of marks, in pixels of the photo. */
    this.usualSide = usual(list.map((_, index) => this.sideOf(index)))
    /** Length of the longest label that has a short form. */
    this.longest = Math.max(0, ...list.map(({ label, short }) => (short === undefined ? 0 : label.length)))
    this.order = this.order.filter((group) => group.members.length > 0)
  }

  place(index, mark) {
    const quad = mark.quad ?? cornersOf(mark.box)
    this.isUpright[index] = mark.quad || mark.outline ? 0 : 1
    for (let k = 0; k < 4; k += 1) {
      this.corners[index * 8 + 2 * k] = quad[k][0]
      this.corners[index * 8 + 2 * k + 1] = quad[k][1]
    }
    this.bounds.set([
      Math.min(...quad.map((p) => p[0])), Math.min(...quad.map((p) => p[1])),
      Math.max(...quad.map((p) => p[0])), Math.max(...quad.map((p) => p[1])),
    ], index * 4)
  }

  sideOf(index) {
    const [left, top, right, bottom] = this.bounds.subarray(index * 4, index * 4 + 4)
    return Math.min(right - left, bottom - top)
  }

  /** Gives a mark another box; a quad is moved and scaled with its bounding box. */
  move(id, box) {
    const mark = this.get(id)
    if (mark.quad) mark.quad = refitted(mark.quad, this.boxOf(id), box)
    else mark.box = box
    this.place(this.indices.get(id), mark)
  }

  /** @returns {Mark|undefined} */
  get(id) {
    return this.list[this.indices.get(id)]
  }

  /** @returns {{x: number, y: number, width: number, height: number}} the upright box around a mark */
  boxOf(id) {
    const at = this.indices.get(id) * 4
    const [left, top, right, bottom] = this.bounds.subarray(at, at + 4)
    return { x: left, y: top, width: right - left, height: bottom - top }
  }

  /**
   * Returns the smallest mark at a point of the photo.
   * @param {number} reach marks smaller than twice this are easier to hit, in pixels of the photo
   */
  hit(x, y, reach) {
    let found
    let least = Infinity
    for (let i = 0; i < this.list.length; i += 1) {
      const distance = this.distance(i, x, y, reach)
      if (distance < least) [found, least] = [this.list[i], distance]
    }
    return found
  }

  /** Returns the area of a mark that contains the point; a larger value if it is only near; otherwise infinity. */
  distance(i, x, y, reach) {
    const [left, top, right, bottom] = this.bounds.subarray(i * 4, i * 4 + 4)
    const isNear = x >= left && x <= right && y >= top && y <= bottom
    if (isNear && this.holds(i, x, y)) return (right - left) * (bottom - top)
    const away = Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2)
    return away <= reach ? 1e12 + away : Infinity
  }

  /** Whether a point is on the same side of all four edges. */
  holds(i, x, y) {
    let sides = 0
    for (let k = 0; k < 4; k += 1) {
      const a = i * 8 + 2 * k
      const b = i * 8 + 2 * ((k + 1) % 4)
      const { corners } = this
      const [dx, dy] = [corners[b] - corners[a], corners[b + 1] - corners[a + 1]]
      const turn = dx * (y - corners[a + 1]) - dy * (x - corners[a])
      sides += turn >= 0 ? 1 : -1
    }
    return Math.abs(sides) === 4
  }
}

function refitted(quad, from, to) {
  const [across, down] = [to.width / Math.max(from.width, 1e-6), to.height / Math.max(from.height, 1e-6)]
  return quad.map(([x, y]) => [to.x + (x - from.x) * across, to.y + (y - from.y) * down])
}

export function cornersOf({ x, y, width, height }) {
  return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
}

function usual(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
