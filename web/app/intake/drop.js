import { h } from '../dom.js'
import { icon } from '../icons.js'
import { strings } from '../strings.js'
import { hasFiles, photosIn } from './files.js'

/**
 * Takes photos that are dropped anywhere on the page, or pasted.
 *
 * @param {AbortSignal} signal until when
 * @param {(files: File[]) => void} take gets an empty list when there was no photo in it
 * @param {{films?: boolean}} [options] whether films are wanted, too
 */
export function listenToDrops(signal, take, options) {
  const overlay = h('div', { class: 'drop-overlay', hidden: true, 'aria-hidden': 'true' },
    icon('photo'), h('p', {}, strings.intake.drop))
  document.body.append(overlay)
  signal.addEventListener('abort', () => overlay.remove())
  // A folder that cannot be read has no photos for us.
  const takeFrom = async (transfer) => {
    const files = await photosIn(transfer, options).catch(() => [])
    if (!signal.aborted) take(files)
  }
  // Moving from one element to the next leaves one and enters the other: only the balance says whether it is over.
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
