/** So many of something, as a part of other texts: `{things}` there is this. */
export const words = {
  things: { one: '1 Stück', other: '{count} Stück' },
  books: { one: '1 Buch', other: '{count} Bücher' },
  photos: { one: '1 Foto', other: '{count} Fotos' },
}
