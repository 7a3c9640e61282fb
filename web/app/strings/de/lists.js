/** Notes on a list of codes or books: values that were guessed, corrected or unusable. */
export const lists = {
  notes: {
    encodingGuessed: { other: 'Die Liste wurde als {sample} gelesen; das ist geraten. Sind Buchstaben falsch, speichern Sie sie als UTF-8.' },
    bytesReplaced: { one: '{count} Byte der Liste ist kein Text in {sample} und wurde ausgelassen; speichern Sie sie als UTF-8.', other: '{count} Bytes der Liste sind kein Text in {sample} und wurden ausgelassen; speichern Sie sie als UTF-8.' },
    noValues: { one: '{count} Zelle des Blatts enthält eine Formel oder einen Fehler, aber keinen Wert: {sample}. Öffnen Sie das Blatt in einer Tabellenkalkulation und speichern Sie es.', other: '{count} Zellen des Blatts enthalten eine Formel oder einen Fehler, aber keinen Wert, als erste {sample}. Öffnen Sie das Blatt in einer Tabellenkalkulation und speichern Sie es.' },
    otherSheets: { other: 'Die Datei hat weitere Blätter mit Inhalt; nur das erste, „{sample}“, wurde gelesen.' },
    otherName: { other: 'In der Liste heißt diese Box „{sample}“.' },
    zerosLost: { one: 'Der Liste fehlen die führenden Nullen: {count} Code passt, wenn man sie ergänzt.', other: 'Der Liste fehlen die führenden Nullen: {count} Codes passen, wenn man sie ergänzt.' },
    numbersRewritten: { one: 'Zahlen der Liste sind anders geschrieben, etwa {sample}: {count} Code passt als reine Ziffern.', other: 'Zahlen der Liste sind anders geschrieben, etwa {sample}: {count} Codes passen als reine Ziffern.' },
    digitsLost: { one: '{count} Zahl der Liste hat Ziffern verloren: {sample}. Formatieren Sie die Spalte als Text und speichern Sie die Liste neu.', other: '{count} Zahlen der Liste haben Ziffern verloren, etwa {sample}. Formatieren Sie die Spalte als Text und speichern Sie die Liste neu.' },
    noISBN: { other: 'Kein Feld der Spalte „{sample}“ enthält eine ISBN.' },
    unreadISBNs: { one: '{count} Feld enthält keine gültige ISBN: {sample}', other: '{count} Felder enthalten keine gültige ISBN, etwa {sample}' },
    isbnZerosLost: { one: 'Der Liste fehlen die führenden Nullen: {count} ISBN stimmt, wenn man sie ergänzt.', other: 'Der Liste fehlen die führenden Nullen: {count} ISBNs stimmen, wenn man sie ergänzt.' },
  },
}
