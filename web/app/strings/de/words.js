/** Numbers with their nouns, for use in other texts: `{things}` there is replaced by this. */
export const words = {
  things: { one: '1 Stück', other: '{count} Stück' },
  books: { one: '1 Buch', other: '{count} Bücher' },
  photos: { one: '1 Foto', other: '{count} Fotos' },
}
