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
  return [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/** Has the browser save something. @param {string} address @param {string} name */
export function save(address, name) {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** @param {string} text @param {string} type @param {string} name */
export function saveText(text, type, name) {
  const address = URL.createObjectURL(new Blob([text], { type }))
  save(address, name)
  setTimeout(() => URL.revokeObjectURL(address), 10000)
}

/** `counts_2026-02-20_143022`, in local time. @param {Date} date */
export function stem(date) {
  const two = (value) => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `counts_${day}_${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`
}
