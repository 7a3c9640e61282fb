/** A query as its words: what stands in quotes or after a colon in quotes is one. */
export function termsOf(query) {
  return query.match(/-?(?:[\w]+:)?"[^"]*"?|[^\s]+/g) ?? []
}

/** @param {string} query @param {string} term */
export const hasTerm = (query, term) => termsOf(query).some((each) => each.toLowerCase() === term.toLowerCase())

/** Adds a term, or takes it out. @param {string} query @param {string} term */
export function toggledTerm(query, term) {
  const terms = termsOf(query)
  const others = terms.filter((each) => each.toLowerCase() !== term.toLowerCase())
  return (others.length < terms.length ? others : [...terms, term]).join(' ')
}
