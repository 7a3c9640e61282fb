/** Splits a query into terms: text in quotes, or in quotes after a colon, is one term. */
export function termsOf(query) {
  return query.match(/-?(?:[\w]+:)?"[^"]*"?|[^\s]+/g) ?? []
}

/** @param {string} query @param {string} term */
export const hasTerm = (query, term) => termsOf(query).some((each) => each.toLowerCase() === term.toLowerCase())

/** Adds a term, or removes it. @param {string} query @param {string} term */
export function toggledTerm(query, term) {
  const terms = termsOf(query)
  const others = terms.filter((each) => each.toLowerCase() !== term.toLowerCase())
  return (others.length < terms.length ? others : [...terms, term]).join(' ')
}
