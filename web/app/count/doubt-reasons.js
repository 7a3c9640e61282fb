/**
 * Returns the reasons why a detection is doubtful, as far as the result shows them.
 *
 * @returns {('cut'|'overlapping'|'small'|'large'|'faint')[]}
 */
export function reasonsOf(result, index) {
  return result.review?.find((one) => one.index === index)?.reasons ?? []
}
