/** The kinds of devices with instructions for trusting a certificate. */
export const platforms = ['ios', 'android', 'mac', 'windows', 'linux']

/** Returns the kind of this device, as reported by its browser. @returns {typeof platforms[number]} */
export function platform({ userAgent, maxTouchPoints } = navigator) {
  // iPads claim to be Macs, but no Mac has a touch screen.
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  if (/Macintosh/.test(userAgent)) return 'mac'
  return /Windows/.test(userAgent) ? 'windows' : 'linux'
}
