/** The path below which the server has everything, without a slash at its end; empty unless a proxy has it elsewhere. */
const base = new URL('..', import.meta.url).pathname.slice(0, -1)

/**
 * A path of the app or of the API as the browser has to ask for it; one that is so already stays as it is.
 *
 * @param {string} path
 */
export function outer(path) {
  const isInner = base && path.startsWith('/') && path !== base && !path.startsWith(`${base}/`)
  return isInner ? base + path : path
}

/** The path of the present page in the app. */
export const innerPath = () => location.pathname.slice(base.length) || '/'
