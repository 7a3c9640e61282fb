/**
 * Ctrl+Z undoes; Ctrl+Shift+Z or Ctrl+Y redoes.
 *
 * @param {{undo: () => void, redo: () => void}} session
 * @param {AbortSignal} signal aborts with the screen
 */
export function undoByControl(session, signal) {
  addEventListener('keydown', (event) => {
    const isTyping = event.target.matches?.('input:not([type="radio"], [type="range"], [type="checkbox"]), textarea')
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) session.redo()
    else session.undo()
  }, { signal })
}
