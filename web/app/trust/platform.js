/** How devices of each kind are made to trust something. */
export const platforms = ['ios', 'android', 'mac', 'windows', 'linux']

/** What this device is, as far as its browser says. @returns {typeof platforms[number]} */
export function platform({ userAgent, maxTouchPoints } = navigator) {
  // An iPad says that it is a Mac, and no Mac has a touch screen.
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  if (/Macintosh/.test(userAgent)) return 'mac'
  return /Windows/.test(userAgent) ? 'windows' : 'linux'
}
