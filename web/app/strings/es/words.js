/** So many of something, as a part of other texts: `{things}` there is this. */
export const words = {
  things: { one: '1 elemento', other: '{count} elementos' },
  books: { one: '1 libro', other: '{count} libros' },
  photos: { one: '1 foto', other: '{count} fotos' },
}
