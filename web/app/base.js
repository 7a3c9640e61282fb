/** The path prefix of the server, without a trailing slash; empty unless a proxy adds one. */
const base = new URL('..', import.meta.url).pathname.slice(0, -1)

/**
 * Returns a path of the app or the API with the prefix; a path that already has it is unchanged.
 *
 * @param {string} path
 */
export function outer(path) {
  const isInner = base && path.startsWith('/') && path !== base && !path.startsWith(`${base}/`)
  return isInner ? base + path : path
}

/** The path of the current page within the app. */
export const innerPath = () => location.pathname.slice(base.length) || '/'
