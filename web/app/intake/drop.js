import { h } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { hasFiles, photosIn } from './files.js'

/**
 * Takes photos dropped anywhere on the page, or pasted.
 *
 * @param {AbortSignal} signal stops listening
 * @param {(files: File[]) => void} take receives an empty list if there was no photo
 * @param {{videos?: boolean}} [options] whether videos are accepted, too
 */
export function listenToDrops(signal, take, options) {
  const overlay = h('div', { class: 'drop-overlay', hidden: true, 'aria-hidden': 'true' },
    icon('photo'), h('p', {}, strings.intake.drop))
  document.body.append(overlay)
  signal.addEventListener('abort', () => overlay.remove())
  // A folder that cannot be read counts as empty.
  const takeFrom = async (transfer) => {
    const files = await photosIn(transfer, options).catch(() => [])
    if (!signal.aborted) take(files)
  }
  // Moving between elements leaves one and enters another: only the balance shows whether the drag has left the page.
  let depth = 0
  const on = (name, handler) => addEventListener(name, (event) => {
    if (!hasFiles(event.dataTransfer) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    handler(event)
    overlay.hidden = depth <= 0
  }, { signal })
  on('dragenter', () => { depth += 1 })
  on('dragleave', () => { depth -= 1 })
  on('dragover', ({ dataTransfer }) => { dataTransfer.dropEffect = 'copy' })
  on('drop', ({ dataTransfer }) => {
    depth = 0
    takeFrom(dataTransfer)
  })
  addEventListener('paste', (event) => {
    if (!hasFiles(event.clipboardData) || event.target.closest?.('input, textarea')) return
    event.preventDefault()
    takeFrom(event.clipboardData)
  }, { signal })
}
