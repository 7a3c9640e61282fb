/** All sheets that stay at the foot of a phone, above the bar. */
const SHEETS = '.inspector, .well-details, .result-more, .mode-help'

const observer = new ResizeObserver(() => {
  const heights = [...document.querySelectorAll(SHEETS)].map((sheet) => (getComputedStyle(sheet).position === 'fixed' ? sheet.offsetHeight : 0))
  document.documentElement.style.setProperty('--sheet', `${Math.max(0, ...heights)}px`)
})

/** Follows the height of what covers the foot of the page, so that a notice never hides its buttons. */
export function followSheets() {
  observer.disconnect()
  for (const sheet of document.querySelectorAll(SHEETS)) observer.observe(sheet)
}
