/**
 * Lets the device tick, where it can, unless the user wants less motion.
 *
 * @param {number} [length] in milliseconds
 */
export function tick(length = 10) {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(length)
}
