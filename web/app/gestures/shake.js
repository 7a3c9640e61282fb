/** The acceleration of a shake, without gravity, in m/s²; walking stays below half of it. */
const FORCE = 14
/** A shake turns around this often within this time, in milliseconds. */
const [TURNS, WITHIN] = [3, 900]

/**
 * Calls back when the user shakes the device, unless the user wants less motion. Where that needs permission, it is not
 * asked for: a dialog for an extra way to undo would be a nuisance.
 *
 * @param {() => void} run @param {AbortSignal} signal
 */
export function listenToShakes(run, signal) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  let [turns, last] = [[], null]
  addEventListener('devicemotion', ({ acceleration, timeStamp }) => {
    const force = [acceleration?.x ?? 0, acceleration?.y ?? 0, acceleration?.z ?? 0]
    if (Math.hypot(...force) < FORCE) return
    const isTurn = last && force.reduce((sum, part, axis) => sum + part * last[axis], 0) < 0
    last = force
    if (!isTurn) return
    turns = [...turns, timeStamp].filter((time) => timeStamp - time < WITHIN)
    if (turns.length < TURNS) return
    ;[turns, last] = [[], null]
    run()
  }, { signal })
}
