/**
 * Why a detection is doubtful, as far as that can be seen from the result.
 *
 * @returns {('cut'|'overlapping'|'small'|'large'|'faint')[]}
 */
export function reasonsOf(result, index) {
  return result.review?.find((one) => one.index === index)?.reasons ?? []
}
