/** How long a finger must rest on a photo to select it, in milliseconds, and how far it may move. */
const LONG = 450
const SLOP = 10

/**
 * Handles pointers on photos: a press opens a photo; on its corner, with a modifier key, as a long press, or while
 * others are selected, it selects the photo.
 *
 * The grid may be replaced while a finger rests on it, so this listens on its container.
 *
 * @param {HTMLElement} element the container of the grid
 * @param {{press: (index: number) => void, toggle: (index: number, isRange: boolean) => void}} target
 * @param {import('./selection.js').Selection} selection
 */
export function listenToPresses(element, target, selection) {
  let timer
  let start
  let wasLong = false
  const cellOf = (event) => event.target.closest?.('.grid-cell')?.cell

  element.addEventListener('pointerdown', (event) => {
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
  element.addEventListener('pointermove', (event) => {
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLOP) clearTimeout(timer)
  })
  for (const name of ['pointerup', 'pointercancel']) element.addEventListener(name, () => clearTimeout(timer))
  // The browser's context menu would interfere with a long press.
  element.addEventListener('contextmenu', (event) => { if (wasLong) event.preventDefault() })

  element.addEventListener('click', (event) => {
    const cell = cellOf(event)
    if (!cell || cell.index < 0) return
    if (wasLong) {
      wasLong = false
      return event.preventDefault()
    }
    target.press(cell.index)
    const isOnCorner = event.target.closest('.grid-check') !== null
    if (!isOnCorner && !event.shiftKey && selection.size === 0) return
    event.preventDefault()
    target.toggle(cell.index, event.shiftKey)
  })
}
