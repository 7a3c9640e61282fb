/** Makes the browser save a file. @param {string} address @param {string} name */
function save(address, name) {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** @param {Blob} blob @param {string} name */
export function saveBlob(blob, name) {
  const address = URL.createObjectURL(blob)
  save(address, name)
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** @param {string} text @param {string} type @param {string} name */
export const saveText = (text, type, name) => saveBlob(new Blob([text], { type }), name)

/** Whether this device can share files of a type. @param {string} type */
export const canShare = (type) => Boolean(navigator.canShare?.({ files: [new File([''], 'a', { type })] }))

/** Returns a file name with the local time: vials_2026-02-20_143022. */
export function datedName(stem, now) {
  const two = (value) => String(value).padStart(2, '0')
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return `${stem}_${day}_${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('')}`
}

/** Characters that make a spreadsheet run a value as a formula, plain and full-width, also after spaces. */
const formula = /^( *[=+\-@\t\r\n＝＋－＠])/

/** Returns a text that is safe in a table: one that a spreadsheet would run gets an apostrophe in front. */
export const tamed = (text) => (formula.test(text) ? `'${text}` : text)

/** Formats rows of a table as in RFC 4180. @param {(string | number)[][]} rows */
export function csv(rows) {
  const field = (value) => (/[",\r\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : value)
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')
}
