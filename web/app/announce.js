/**
 * Makes a screen reader say something, without moving the focus.
 *
 * @param {string} text
 * @param {'polite' | 'assertive'} [politeness] assertive interrupts current speech; only for urgent messages
 */
export function announce(text, politeness = 'polite') {
  const region = document.getElementById(politeness)
  // Cleared first and filled later: repeating the same sentence would not be a change, so it would not be spoken.
  region.textContent = ''
  clearTimeout(pending[politeness])
  pending[politeness] = setTimeout(() => { region.textContent = text }, 60)
}

const pending = {}
