import { fill, formatNumber } from '../format.js'
import { strings } from '../strings.js'
import { counts } from './corrections.js'
import { keptKinds } from './kept-kinds.js'
import { couldBeKind, isSameNumber, isSameThing, mostly } from './sameness.js'

/**
 * Returns the result with other groups counted, as the server will compute it; shown until its answer arrives.
 *
 * @param {number[]} ids of the groups
 */
export function countingGroups(result, ids) {
  const detections = result.detections.map((one) => ({ ...one, main: ids.includes(one.cluster) }))
  const count = detections.filter(({ main }) => main).length
  const chosen = result.clusters.filter(({ id }) => ids.includes(id))
  const known = result.alternatives?.find(({ cluster }) => cluster === ids[0]) ?? result
  const range = ids.length > 1 ? { low: count, high: count } : known.range
  return { ...result, detections, count, range, clusters: [...chosen, ...result.clusters.filter((cluster) => !chosen.includes(cluster))] }
}

/**
 * Returns a result with its original groups: the server merges several counted groups into one.
 *
 * @param {object} before with the groups @param {object} result of the same things @param {number[]} [ids] of the
 *   counted groups
 */
export function withKindsOf(before, result, ids = []) {
  if (ids.length < 2) return result
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
  const kinds = new Map(before.detections.map((one) => [place(one), one.cluster]))
  const detections = result.detections.map((one) => ({ ...one, cluster: kinds.get(place(one)) ?? one.cluster }))
  return { ...result, detections, clusters: before.clusters, alternatives: before.alternatives }
}

/**
 * Restores the groups ticked in this browser for a result from the history, if the result is unchanged, and what counted
 * before.
 *
 * @param {{result: object, entry?: object | null}} reading
 * @returns {{result: object, groups?: number[], first?: object[]}}
 */
export function withKeptKinds({ result, entry }) {
  const kept = keptKinds(entry?.id)
  const first = kept?.first
  if (!kept?.groups) return { result, first }
  const better = withKindsOf(kept, result, kept.groups)
  const isSame = result.detections.length === kept.detections.length
    && better.detections.every(({ main, cluster }) => !main || kept.groups.includes(cluster))
  return isSame ? { result: better, groups: kept.groups, first } : { result, first }
}

/** Returns the counted groups, the largest first. @returns {number[]} */
export function countedGroups(result) {
  const counted = new Set(result.detections.filter(({ main }) => main).map(({ cluster }) => cluster))
  return groupsOf(result).map(({ id }) => id).filter((id) => counted.has(id))
}

/**
 * Returns the number in each group if several count: `14 · 4 · 4 · 2, total 24`; otherwise empty.
 *
 * @param {number} total
 */
export function sumOf(result, corrections, total) {
  const ids = result.recipes ? result.recipes.map((_, kind) => kind) : countedGroups(result)
  if (ids.length < 2) return ''
  const numbers = numbersOf(result, corrections, ids)
  // Things that the user added from none of these groups.
  const rest = total - numbers.reduce((sum, each) => sum + each, 0)
  return fill(strings.count.kinds.sum, { numbers: [...numbers, ...(rest > 0 ? [rest] : [])].map(formatNumber).join(' · '), total: formatNumber(total) })
}

/**
 * Returns the count of each group; an added thing belongs to the group of the nearest counted thing, as on the server.
 *
 * @param {number[]} ids of the groups
 */
export function numbersOf(result, corrections, ids) {
  const numbers = ids.map(() => 0)
  const add = (id) => { if (ids.includes(id)) numbers[ids.indexOf(id)] += 1 }
  result.detections.forEach(({ cluster }, place) => { if (counts(result, corrections, place)) add(cluster) })
  const counted = result.detections.filter(({ main }) => main)
  for (const box of corrections.added) {
    const nearest = nearestTo(box, counted)
    if (nearest) add(nearest.cluster)
  }
  return numbers
}

function nearestTo(box, detections) {
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2]
  const [across, down] = middle(box)
  const far = (one) => Math.hypot(middle(one)[0] - across, middle(one)[1] - down)
  return detections.reduce((best, one) => (best && far(best) <= far(one) ? best : one), undefined)
}

/** Returns the group that is counted. @returns {number | undefined} */
export function mainGroup(result) {
  return result.detections.find(({ main }) => main)?.cluster ?? result.clusters[0]?.id
}

/**
 * Returns the group of a thing if it is one of several that do not count.
 *
 * @param {number | null} place index of the thing
 */
export function uncountedGroup({ detections, parameters: { pipeline }, recipes }, place) {
  const cluster = detections[place]?.cluster
  const members = detections.filter((one) => one.cluster === cluster)
  return pipeline === 'adaptive' && !recipes && members.length > 1 && !members.some(({ main }) => main) ? cluster : undefined
}

/**
 * Returns the similarity at which the counted things are of several kinds; undefined if they are all alike.
 *
 * @returns {number | undefined}
 */
export const finerSimilarity = ({ alternatives, parameters: { pipeline }, recipes }) => (
  pipeline === 'adaptive' && !recipes ? alternatives?.find(({ similarity }) => similarity !== undefined)?.similarity : undefined)

/**
 * Whether exactly the group of a thing counts, and there are others.
 *
 * @param {number | null} place index of the thing
 */
export function isWholeGroup(result, place) {
  const { pipeline, like } = result.parameters
  const counted = countedGroups(result)
  const others = groupsOf(result).filter(({ id, count }) => id !== counted[0] && count > 1)
  return pipeline === 'adaptive' && !like && !result.recipes && counted.length === 1 && counted[0] === result.detections[place]?.cluster && others.length > 0
}

/** Returns the clearest thing of a group, as its example. */
export function exampleOf(result, id) {
  const members = result.detections.filter(({ cluster }) => cluster === id)
  return members.reduce((best, one) => (one.confidence > best.confidence ? one : best), members[0])
}

/** Returns all groups, the largest first. */
export function groupsOf(result) {
  const sizes = new Map()
  for (const { cluster } of result.detections) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1)
  return [...sizes].map(([id, count]) => ({ id, count })).sort((a, b) => b.count - a.count || a.id - b.id)
}

/**
 * Returns the possible choices: the groups that could be kinds of things, each with one of them, and other cuts of the
 * main group if they are plausible. What counted first comes first, so that a choice does not change the order.
 *
 * @param {object} result @param {object[][]} [bases] what counted before, the first one first; others are compared with it
 * @returns {{id?: number, similarity?: number, count?: number, example: object}[]}
 */
export function offersOf(result, bases = [result.detections.filter(({ main }) => main)]) {
  const others = result.alternatives ?? []
  const counted = countedGroups(result)
  const members = (id) => result.detections.filter(({ cluster }) => cluster === id)
  const isOffered = ({ id }) => counted.includes(id) || bases.some((base) => couldBeKind(members(id), base))
  const isFirst = ({ id }) => mostly(members(id), (one) => bases[0].some((box) => isSameThing(one, box)))
  const { true: first = [], false: rest = [] } = Object.groupBy(groupsOf(result).filter(isOffered), isFirst)
  const groups = [...first, ...rest].map(({ id }) => ({
    id, example: others.find(({ cluster }) => cluster === id)?.example ?? exampleOf(result, id),
  }))
  const now = result.detections.filter(({ main }) => main).length
  const cuts = others.filter(({ similarity, count }) => similarity !== undefined && !isSameNumber(count, now))
  return [...groups, ...cuts.map(({ similarity, count, example }) => ({ similarity, count, example }))]
}

/** Returns the number of a group as shown to the user, from 1. */
export function groupNumber(result, id) {
  return groupsOf(result).findIndex((group) => group.id === id) + 1
}
