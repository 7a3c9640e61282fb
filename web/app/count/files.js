import { csv } from '../files.js'
import { counts, isDoubtful } from './corrections.js'

const columns = ['number', 'x', 'y', 'width', 'height', 'confidence', 'cluster', 'main', 'doubt']
const round = (value, places) => Math.round(value * 10 ** places) / 10 ** places

/** A result with its corrections, for when the history does not keep it. */
export function correctedResult(result, corrections) {
  const found = result.detections.map((one, index) => ({
    ...one, main: counts(result, corrections, index), doubt: isDoubtful(result, corrections, index) ? one.doubt : 0,
  }))
  const cluster = result.detections.find(({ main }) => main)?.cluster ?? 0
  const added = corrections.added.map(({ x, y, width, height }) => (
    { x, y, width, height, confidence: 1, cluster, main: true, doubt: 0, added: true }))
  const detections = [...found, ...added]
  return { ...result, detections, count: detections.filter(({ main }) => main).length }
}

/** The table of a result, in the columns of the command line: counted things first. */
export function tableOf({ detections }) {
  const ordered = [...detections.filter(({ main }) => main), ...detections.filter(({ main }) => !main)]
  const rows = ordered.map((one, index) => [
    index + 1, ...[one.x, one.y, one.width, one.height].map((value) => round(value, 1)), round(one.confidence, 3),
    one.cluster, one.main, round(one.doubt, 3),
  ])
  return csv([columns, ...rows])
}
