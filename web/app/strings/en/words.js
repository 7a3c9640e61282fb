/** So many of something, as a part of other texts: `{things}` there is this. */
export const words = {
  things: { one: '1 thing', other: '{count} things' },
  books: { one: '1 book', other: '{count} books' },
  photos: { one: '1 photo', other: '{count} photos' },
}
