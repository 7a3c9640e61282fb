/** Minimum movement of a swipe, rather than a scroll or tap, in pixels. */
const slack = 12
/** How far the row stays open, and how far it must move to be deleted immediately. */
const open = 104
const deleting = 0.55

/**
 * Lets the user swipe a row to the left: a short swipe shows the button behind it, a long one deletes immediately.
 * Mouse and keyboard users have the button on the row.
 *
 * @param {HTMLElement} row with `.entry-front` before `.entry-behind`
 * @param {() => void} onDelete
 */
export function makeSwipeable(row, onDelete) {
  const front = row.querySelector('.entry-front')
  let start = null
  let shift = 0

  const move = (to) => {
    shift = Math.min(0, to)
    front.style.transform = shift ? `translateX(${shift}px)` : ''
    row.classList.toggle('is-open', shift < 0)
  }
  const release = () => {
    if (!start?.swipes) return
    row.classList.remove('is-moving')
    if (-shift > row.offsetWidth * deleting) onDelete()
    else move(-shift > open / 2 ? -open : 0)
    // The click that follows the finger is not meant for the link.
    row.addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => row.removeEventListener('click', stop, { capture: true }), 50)
  }

  row.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch') start = { x: event.clientX, y: event.clientY, from: shift, swipes: false }
  })
  row.addEventListener('pointermove', (event) => {
    if (!start) return
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
    if (!start.swipes && Math.abs(dx) > slack && Math.abs(dx) > Math.abs(dy)) {
      start.swipes = true
      row.setPointerCapture(event.pointerId)
      row.classList.add('is-moving')
    }
    if (start.swipes) move(start.from + dx)
  })
  row.addEventListener('pointerup', () => {
    release()
    start = null
  })
  row.addEventListener('pointercancel', () => {
    row.classList.remove('is-moving')
    if (start?.swipes) move(0)
    start = null
  })
  row.querySelector('.entry-behind').addEventListener('click', onDelete)
}

function stop(event) {
  event.preventDefault()
  event.stopPropagation()
}
