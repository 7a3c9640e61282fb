const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/**
 * Handles the keys of a grid: browser focus stays on the grid, and keys act on its active photo.
 *
 * @param {import('./grid.js').Grid} grid
 * @param {{open: (index: number) => void, toggle: (index: number, isRange: boolean) => void, leave: () => boolean}} target
 */
export function listenToGridKeys(grid, target) {
  const move = (to, event) => {
    const from = grid.active
    grid.active = Math.max(0, Math.min(grid.layout.total - 1, to))
    grid.reveal(grid.active)
    if (event.shiftKey && grid.active !== from) target.toggle(grid.active, true)
  }
  const page = () => Math.max(1, Math.floor(grid.element.clientHeight / grid.layout.step))
  grid.element.addEventListener('keydown', (event) => {
    if (event.target !== grid.element || event.altKey || event.metaKey || !grid.layout?.total) return
    // After long scrolling by wheel or touch, keys start from the visible photos.
    if (event.key in MOVES && !grid.isSeen(grid.active)) grid.active = grid.first
    if (!press(event)) return
    event.preventDefault()
    event.stopPropagation()
    grid.invalidate()
  })

  function press(event) {
    const { key } = event
    if (MOVES[key] && !event.ctrlKey) return did(move(grid.layout.neighbor(grid.active, ...MOVES[key]), event))
    switch (key) {
      case 'Home': return did(move(event.ctrlKey ? 0 : startOfRow(), event))
      case 'End': return did(move(event.ctrlKey ? grid.layout.total - 1 : endOfRow(), event))
      case 'PageUp': return did(move(leap(-1), event))
      case 'PageDown': return did(move(leap(1), event))
      case 'Enter': return did(target.open(grid.active))
      case ' ': case 'x': return did(target.toggle(grid.active, event.shiftKey))
      case 'Escape': return target.leave()
      default: return false
    }
  }

  const row = () => grid.layout.row(grid.layout.rowOf(grid.active))
  // In a grid these keys act on the row; in a single long list, the first and last photo are more useful.
  const startOfRow = () => (grid.active === row().first ? 0 : row().first)
  const endOfRow = () => {
    const end = row().first + row().count - 1
    return grid.active === end ? grid.layout.total - 1 : end
  }

  function leap(direction) {
    let at = grid.active
    for (let step = page(); step > 0; step -= 1) at = grid.layout.neighbor(at, 0, direction)
    return at
  }
}

const did = () => true
