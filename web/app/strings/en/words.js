/** Numbers with their nouns, for use in other texts: `{things}` there is replaced by this. */
export const words = {
  things: { one: '1 thing', other: '{count} things' },
  books: { one: '1 book', other: '{count} books' },
  photos: { one: '1 photo', other: '{count} photos' },
}
