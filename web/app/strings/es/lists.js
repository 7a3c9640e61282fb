/** Notes on a list of codes or books: values that were guessed, corrected or unusable. */
export const lists = {
  notes: {
    encodingGuessed: { other: 'La lista se leyó como {sample}, lo que es una suposición; si hay letras incorrectas, guárdela como UTF-8.' },
    bytesReplaced: { one: '{count} byte de la lista no es texto en {sample} y se omitió; guárdela como UTF-8.', other: '{count} bytes de la lista no son texto en {sample} y se omitieron; guárdela como UTF-8.' },
    noValues: { one: '{count} celda de la hoja tiene una fórmula o un error y ningún valor: {sample}. Abra la hoja en un programa de hojas de cálculo y guárdela.', other: '{count} celdas de la hoja tienen una fórmula o un error y ningún valor; la primera es {sample}. Abra la hoja en un programa de hojas de cálculo y guárdela.' },
    otherSheets: { other: 'El archivo tiene otras hojas con contenido; solo se leyó la primera, «{sample}».' },
    otherName: { other: 'La lista llama a esta caja «{sample}».' },
    zerosLost: { one: 'La lista ha perdido los ceros iniciales: {count} código coincide al reponerlos.', other: 'La lista ha perdido los ceros iniciales: {count} códigos coinciden al reponerlos.' },
    numbersRewritten: { one: 'La lista tiene números escritos de otra forma, como {sample}: {count} código coincide en cifras.', other: 'La lista tiene números escritos de otra forma, como {sample}: {count} códigos coinciden en cifras.' },
    digitsLost: { one: '{count} número de la lista ha perdido cifras: {sample}. Dé a la columna formato de texto y guarde la lista de nuevo.', other: '{count} números de la lista han perdido cifras, como {sample}. Dé a la columna formato de texto y guarde la lista de nuevo.' },
    noISBN: { other: 'Ningún campo de la columna «{sample}» contiene un ISBN.' },
    unreadISBNs: { one: '{count} campo no contiene un ISBN válido: {sample}', other: '{count} campos no contienen un ISBN válido, como {sample}' },
    isbnZerosLost: { one: 'La lista ha perdido los ceros iniciales: {count} ISBN es correcto al reponerlos.', other: 'La lista ha perdido los ceros iniciales: {count} ISBN son correctos al reponerlos.' },
  },
}
