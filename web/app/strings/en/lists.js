/** What is told of a list of codes or books: what was guessed, put right, or could not be used. */
export const lists = {
  notes: {
    encodingGuessed: { other: 'The list was read as {sample}, which is a guess; if letters are wrong, save it as UTF-8.' },
    bytesReplaced: { one: '{count} byte of the list is no text in {sample} and was left out; save it as UTF-8.', other: '{count} bytes of the list are no text in {sample} and were left out; save it as UTF-8.' },
    noValues: { one: '{count} cell of the sheet holds a formula or an error and no value, {sample}; open the sheet in a spreadsheet program and save it.', other: '{count} cells of the sheet hold a formula or an error and no value, the first is {sample}; open the sheet in a spreadsheet program and save it.' },
    otherSheets: { other: 'The file has other sheets with something in them; only the first, “{sample}”, was read.' },
    otherName: { other: 'The list calls this box “{sample}”.' },
    zerosLost: { one: 'The list has lost the zeros in front: {count} code fits when they are put back.', other: 'The list has lost the zeros in front: {count} codes fit when they are put back.' },
    numbersRewritten: { one: 'The list has numbers written in another way, such as {sample}: {count} code fits as plain digits.', other: 'The list has numbers written in another way, such as {sample}: {count} codes fit as plain digits.' },
    digitsLost: { one: '{count} number of the list has lost digits, {sample}; keep the column as text and save the list again.', other: '{count} numbers of the list have lost digits, such as {sample}; keep the column as text and save the list again.' },
    noISBN: { other: 'No field of the column “{sample}” holds an ISBN.' },
    unreadISBNs: { one: '{count} field holds no valid ISBN: {sample}', other: '{count} fields hold no valid ISBN, such as {sample}' },
    isbnZerosLost: { one: 'The list has lost the zeros in front: {count} ISBN is right when they are put back.', other: 'The list has lost the zeros in front: {count} ISBNs are right when they are put back.' },
  },
}
