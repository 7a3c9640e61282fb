import { announce } from '../announce.js'
import { h } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { tick } from './haptics.js'

/** How far a finger pulls the page down to refresh it, in CSS pixels, and how much less the sign moves. */
const [FAR, DRAG] = [96, 0.5]

/**
 * Lets the user pull the page down to refresh it: the sign lies over the page, so that nothing moves. Keyboard and
 * mouse users reload the page.
 *
 * @param {() => Promise<void>} refresh @param {AbortSignal} signal
 */
export function pullToRefresh(refresh, signal) {
  const sign = h('div', { class: 'pull-sign', hidden: true, 'aria-hidden': 'true' }, icon('refresh'))
  document.body.append(sign)
  // The browser's own gesture would load everything again.
  document.documentElement.classList.add('has-pull')
  signal.addEventListener('abort', () => {
    sign.remove()
    document.documentElement.classList.remove('has-pull')
  }, { once: true })

  let [start, isFar, isBusy] = [null, false, false]
  const rest = () => { [start, isFar, sign.hidden] = [null, false, !isBusy] }
  const show = (dy) => {
    sign.hidden = dy <= 0
    sign.style.transform = `translate(-50%, ${Math.min(dy, FAR) * DRAG}px) rotate(${dy}deg)`
    if (dy > FAR && !isFar) tick()
    isFar = dy > FAR
    sign.classList.toggle('is-far', isFar)
  }
  const work = async () => {
    isBusy = true
    sign.classList.add('is-busy')
    await refresh()
    isBusy = false
    sign.classList.remove('is-busy')
    rest()
    announce(strings.shell.refreshed)
  }
  addEventListener('touchstart', ({ touches, target }) => {
    const isFree = touches.length === 1 && isAtTop(target) && !isBusy && !target.closest('dialog')
    start = isFree ? { x: touches[0].clientX, y: touches[0].clientY } : null
  }, { signal, passive: true })
  addEventListener('touchmove', ({ touches: [touch], target }) => {
    if (!start) return
    const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y]
    if (!isAtTop(target) || Math.abs(dx) > Math.max(dy, 12)) return rest()
    show(dy)
  }, { signal, passive: true })
  addEventListener('touchend', () => (start && isFar ? work() : rest()), { signal })
  addEventListener('touchcancel', rest, { signal })
}

/** Whether nothing around an element is scrolled. @param {Element | null} element */
function isAtTop(element) {
  for (let each = element; each; each = each.parentElement) if (each.scrollTop > 0) return false
  return true
}
