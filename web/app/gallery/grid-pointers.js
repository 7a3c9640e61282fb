/** How long a finger rests on a photo to choose it, in milliseconds, and how far it may stray. */
const LONG = 450
const SLOP = 10

/**
 * What pointers do in a grid: a press opens a photo; on its corner, with a key held down, after a long press, or while
 * others are chosen, it chooses the photo.
 *
 * @param {import('./grid.js').Grid} grid
 * @param {{toggle: (index: number, isRange: boolean) => void}} target
 * @param {import('./selection.js').Selection} selection
 */
export function listenToPresses(grid, target, selection) {
  let timer
  let start
  let wasLong = false
  const cellOf = (event) => event.target.closest?.('.grid-cell')?.cell

  grid.element.addEventListener('pointerdown', (event) => {
    wasLong = false
    const cell = cellOf(event)
    if (!cell || event.pointerType === 'mouse') return
    start = { x: event.clientX, y: event.clientY }
    timer = setTimeout(() => {
      wasLong = true
      navigator.vibrate?.(10)
      target.toggle(cell.index, false)
    }, LONG)
  })
  grid.element.addEventListener('pointermove', (event) => {
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLOP) clearTimeout(timer)
  })
  for (const name of ['pointerup', 'pointercancel']) grid.element.addEventListener(name, () => clearTimeout(timer))
  // The menu of the browser would come in the way of a long press.
  grid.element.addEventListener('contextmenu', (event) => { if (wasLong) event.preventDefault() })

  grid.element.addEventListener('click', (event) => {
    const cell = cellOf(event)
    if (!cell || cell.index < 0) return
    if (wasLong) {
      wasLong = false
      return event.preventDefault()
    }
    grid.active = cell.index
    const isOnCorner = event.target.closest('.grid-check') !== null
    if (!isOnCorner && !event.shiftKey && selection.size === 0) return
    event.preventDefault()
    target.toggle(cell.index, event.shiftKey)
  })
}
