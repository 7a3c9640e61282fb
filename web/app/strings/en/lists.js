/** Notes on a list of codes or books: values that were guessed, corrected or unusable. */
export const lists = {
  notes: {
    encodingGuessed: { other: 'The list was read as {sample}, which is a guess. If letters look wrong, save it as UTF-8.' },
    bytesReplaced: { one: '{count} byte of the list is not valid {sample} and was left out. Save it as UTF-8.', other: '{count} bytes of the list are not valid {sample} and were left out. Save it as UTF-8.' },
    noValues: { one: '{count} cell ({sample}) holds a formula or an error without a value. Open the sheet in a spreadsheet program and save it.', other: '{count} cells, the first of them {sample}, hold formulas or errors without values. Open the sheet in a spreadsheet program and save it.' },
    otherSheets: { other: 'The file has more sheets with data. Only the first, “{sample}”, was read.' },
    otherName: { other: 'The list calls this box “{sample}”.' },
    zerosLost: { one: 'The list has lost leading zeros: {count} code matches with them restored.', other: 'The list has lost leading zeros: {count} codes match with them restored.' },
    numbersRewritten: { one: 'The list has reformatted numbers, such as {sample}: {count} code matches as plain digits.', other: 'The list has reformatted numbers, such as {sample}: {count} codes match as plain digits.' },
    digitsLost: { one: '{count} number in the list has lost digits: {sample}. Store the column as text and save the list again.', other: '{count} numbers in the list have lost digits, such as {sample}. Store the column as text and save the list again.' },
    noISBN: { other: 'The column “{sample}” contains no ISBN.' },
    unreadISBNs: { one: '{count} field is not a valid ISBN: {sample}', other: '{count} fields are not valid ISBNs, such as {sample}' },
    isbnZerosLost: { one: 'The list has lost leading zeros: {count} ISBN is valid with them restored.', other: 'The list has lost leading zeros: {count} ISBNs are valid with them restored.' },
  },
}
