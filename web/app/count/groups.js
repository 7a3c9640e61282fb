/**
 * The same result with another group counted, as the server will work it out, too; shown until it has.
 *
 * @param {number} id of the group
 */
export function countingGroup(result, id) {
  const detections = result.detections.map((one) => ({ ...one, main: one.cluster === id }))
  const count = detections.filter(({ main }) => main).length
  const first = result.clusters.find((cluster) => cluster.id === id)
  const { range } = result.alternatives?.find(({ cluster }) => cluster === id) ?? result
  return {
    ...result, detections, count, range,
    clusters: [first, ...result.clusters.filter((cluster) => cluster !== first)],
  }
}

/** The group that is counted. @returns {number | undefined} */
export function mainGroup(result) {
  return result.detections.find(({ main }) => main)?.cluster ?? result.clusters[0]?.id
}

/** The one of a group that is best seen, to show what the group is. */
export function exampleOf(result, id) {
  const members = result.detections.filter(({ cluster }) => cluster === id)
  return members.reduce((best, one) => (one.confidence > best.confidence ? one : best), members[0])
}

/** All groups, the largest first: an order that stays when another one is chosen. */
export function groupsOf(result) {
  const sizes = new Map()
  for (const { cluster } of result.detections) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1)
  return [...sizes].map(([id, count]) => ({ id, count })).sort((a, b) => b.count - a.count || a.id - b.id)
}

/**
 * What may have been meant: the groups, each with one of its things, and where the main group may as well be cut
 * elsewhere, that.
 *
 * @returns {{id?: number, similarity?: number, count?: number, example: object}[]}
 */
export function offersOf(result) {
  const others = result.alternatives ?? []
  const groups = groupsOf(result).map(({ id }) => ({
    id, example: others.find(({ cluster }) => cluster === id)?.example ?? exampleOf(result, id),
  }))
  const cuts = others.filter(({ similarity }) => similarity !== undefined)
  return [...groups, ...cuts.map(({ similarity, count, example }) => ({ similarity, count, example }))]
}

/** The number under which a person knows a group, from 1. */
export function groupNumber(result, id) {
  return groupsOf(result).findIndex((group) => group.id === id) + 1
}
