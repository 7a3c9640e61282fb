const pair = (point) => (Array.isArray(point) ? point : [point.x, point.y])

/**
 * Returns the request that gives a result again.
 *
 * @param {object} parameters of a result
 * @returns {{options: object}}
 */
export function orderOf({ region, exclusions, like, ...parameters }) {
  return {
    options: {
      ...parameters, ...(like && { like }), ...(region && { region: region.map(pair) }),
      ...(exclusions?.length > 0 && { exclusions: exclusions.map((polygon) => polygon.map(pair)) }),
    },
  }
}
