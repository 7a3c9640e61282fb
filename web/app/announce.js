/**
 * Has a screen reader say something, without moving the focus.
 *
 * @param {string} text
 * @param {'polite' | 'assertive'} [politeness] assertive interrupts what is being said; only for what cannot wait
 */
export function announce(text, politeness = 'polite') {
  const region = document.getElementById(politeness)
  // Emptied first, and filled later: the same sentence twice in a row would not be a change, and would not be said.
  region.textContent = ''
  clearTimeout(pending[politeness])
  pending[politeness] = setTimeout(() => { region.textContent = text }, 60)
}

const pending = {}
