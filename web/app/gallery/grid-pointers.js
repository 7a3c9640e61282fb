import { tick } from '../gestures/haptics.js'

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
  const cellOf = (event) => event.target.closest?.('.grid-cell')?.cell

  element.addEventListener('pointerdown', (event) => {
    const cell = cellOf(event)
    if (cell && event.pointerType !== 'mouse') whenHeld(event, () => target.toggle(cell.index, false))
  })

  element.addEventListener('click', (event) => {
    const cell = cellOf(event)
    if (!cell || cell.index < 0) return
    target.press(cell.index)
    const isOnCorner = event.target.closest('.grid-check') !== null
    if (!isOnCorner && !event.shiftKey && selection.size === 0) return
    event.preventDefault()
    target.toggle(cell.index, event.shiftKey)
  })
}

/**
 * Calls `then` once the pointer has rested for a while. The page may change meanwhile, so that something else lies
 * under the finger when it is lifted: that is not clicked.
 */
function whenHeld({ clientX, clientY }, then) {
  const life = new AbortController()
  const listen = (name, handle) => addEventListener(name, handle, { capture: true, signal: life.signal })
  let isLong = false
  const timer = setTimeout(() => {
    isLong = true
    tick()
    then()
  }, LONG)
  const lift = () => { if (!isLong) life.abort() }
  life.signal.addEventListener('abort', () => clearTimeout(timer))
  listen('pointermove', (event) => { if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > SLOP) lift() })
  listen('pointerup', lift)
  listen('pointercancel', lift)
  listen('pointerdown', () => life.abort())
  listen('contextmenu', (event) => { if (isLong) event.preventDefault() })
  listen('click', (event) => {
    // Keys click, too: those clicks have no detail.
    if (event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
  })
}
