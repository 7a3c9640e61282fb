const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
const STEP = 48
const ZOOM = 1.25

/**
 * Handles the keys of a viewer. Arrows pan the photo; if a box is selected, they move from box to box; in drawing
 * modes, they move the crosshair.
 * @param {HTMLElement} element @param {import('./viewer.js').PhotoViewer} viewer
 */
export function listenToKeys(element, viewer) {
  element.addEventListener('keydown', (event) => {
    if (event.target !== element || event.altKey || event.metaKey || event.ctrlKey) return
    const handled = ARROWS[event.key] ? arrow(viewer, ARROWS[event.key], event.shiftKey) : press(viewer, event.key)
    if (!handled) return
    event.preventDefault()
    event.stopPropagation()
  })
}

function arrow(viewer, [dx, dy], isShifted) {
  if (viewer.draws) viewer.moveCrosshair(dx * (isShifted ? STEP : 8), dy * (isShifted ? STEP : 8))
  else if (isShifted && viewer.nudge(dx, dy)) return true
  else if (viewer.selectedId !== null) viewer.selectNeighbor(dx, dy)
  else viewer.panBy(-dx * STEP, -dy * STEP)
  return true
}

function press(viewer, key) {
  switch (key) {
    case '+': case '=': return did(viewer.zoomBy(ZOOM))
    case '-': case '_': return did(viewer.zoomBy(1 / ZOOM))
    case '0': return did(viewer.fit())
    case 'n': return did(viewer.selectFollowing(1))
    case 'p': return did(viewer.selectFollowing(-1))
    case '<': case '>': return viewer.stretch(key === '>' ? 1.1 : 1 / 1.1)
    case 'Enter': case ' ': return did(viewer.act())
    case 'Backspace': return viewer.takeBackCorner()
    case 'Escape': return viewer.escape()
    default: return false
  }
}

const did = () => true
