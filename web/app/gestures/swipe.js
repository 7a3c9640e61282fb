/** Minimum length of a swipe, in CSS pixels, and how much longer it is across than along. */
const [LENGTH, ASIDE] = [64, 1.5]

/**
 * Calls back when one finger swipes across a photo that is not zoomed and not being drawn on.
 *
 * @param {import('../viewer/viewer.js').PhotoViewer} viewer
 * @param {(step: 1 | -1) => void} go 1 for a swipe to the left, to the next
 */
export function listenToSwipes(viewer, go) {
  const fingers = new Set()
  let start = null
  const on = (name, handle) => viewer.stage.addEventListener(name, handle, { capture: true })
  on('pointerdown', ({ pointerId, pointerType, clientX: x, clientY: y }) => {
    fingers.add(pointerId)
    start = fingers.size === 1 && pointerType === 'touch' ? { x, y } : null
  })
  on('pointerup', ({ pointerId, clientX, clientY }) => {
    fingers.delete(pointerId)
    const [dx, dy] = start ? [clientX - start.x, clientY - start.y] : [0, 0]
    start = null
    const isFree = viewer.mode === 'select' && !viewer.tool && viewer.framing.isFitted
    if (isFree && Math.abs(dx) > LENGTH && Math.abs(dx) > ASIDE * Math.abs(dy)) go(dx < 0 ? 1 : -1)
  })
  on('pointercancel', ({ pointerId }) => {
    fingers.delete(pointerId)
    start = null
  })
}
