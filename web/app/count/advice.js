/**
 * Returns what the user should know before relying on a count, as the command line prints beside the number.
 *
 * @param {object} result
 * @param {number} count with corrections
 * @param {object} texts strings.count.advice
 * @param {string} [way] how to choose among several ways to count
 * @returns {{kind: 'nothing'|'dark'|'notHere'|'undecided'|'tooMany', text: string, title?: string}[]}
 */
export function adviceFor(result, count, texts, way) {
  const { warnings, detections, parameters } = result
  const [isDark, isBright] = ['dark', 'bright'].map((kind) => warnings.includes(kind))
  const lines = []
  if (count === 0 && result.recipe) lines.push({ kind: 'notHere', ...texts.recipe.nothing })
  else if (count === 0 && (detections.length === 0 || warnings.includes('nothingFound'))) {
    const softer = parameters.confidence > 0.01 || parameters.confidence === undefined
    if (isDark || isBright) lines.push({ kind: 'dark', ...(isDark ? texts.nothingDark : texts.nothingBright) })
    else lines.push({ kind: 'nothing', ...(softer ? texts.nothing : texts.nothingAtAll) })
  } else if (count === 0) {
    lines.push({ kind: 'notHere', ...texts.notHere })
  } else if (isDark || isBright) {
    lines.push({ kind: 'dark', ...(isDark ? texts.dark : texts.bright) })
  }
  const warns = (kind) => count > 0 && warnings.includes(kind)
  // Beside it, doubt about the number goes without saying.
  if (warns('unlikeRecipe')) lines.push({ kind: 'undecided', ...texts.recipe.unlike })
  else if (warns('undecided')) lines.push({ kind: 'undecided', text: [texts.undecided, way].filter(Boolean).join(' ') })
  if (warns('onlyExamples')) lines.push({ kind: 'undecided', ...texts.onlyExamples })
  if (warnings.includes('tooMany')) lines.push({ kind: 'tooMany', ...texts.tooMany })
  return lines
}
