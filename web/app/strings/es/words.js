/** Numbers with their nouns, for use in other texts: `{things}` there is replaced by this. */
export const words = {
  things: { one: '1 elemento', other: '{count} elementos' },
  books: { one: '1 libro', other: '{count} libros' },
  photos: { one: '1 foto', other: '{count} fotos' },
}
