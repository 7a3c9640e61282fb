/** Texts of what is counted by a recipe. */
export const recipes = {
  choose: 'Was gezählt wird',
  chooseHint: 'Ein Rezept oder mehrere; ohne Rezept die Dinge, die sich gleichen.',
  all: 'Rezepte',
  allHint: 'Was gespeichert ist, um das Gleiche auf anderen Fotos zu zählen. Ein Rezept lässt sich als Datei weitergeben; übernommen werden daraus nur Name, Zahlen und Bilder.',
  empty: { title: 'Noch kein Rezept', text: 'Zählen Sie auf einem Foto, und wählen Sie dort „Als Rezept speichern“; oder nehmen Sie eines aus einer Datei.', action: 'Auf einem Foto zählen' },
  about: ({ examples, counterexamples, things, sizes }) => [
    examples === 1 ? '1 Beispiel' : `${examples} Beispiele`,
    counterexamples > 0 && (counterexamples === 1 ? '1 Gegenbeispiel' : `${counterexamples} Gegenbeispiele`),
    `zählt ${things.several}`, sizes && limits(sizes.measuring),
  ].filter(Boolean).join(' · '),
  change: 'Ändern', changeOf: (name) => `„${name}“ ändern`,
  export: 'Exportieren', exportOf: (name) => `„${name}“ in eine Datei exportieren`,
  import: 'Datei importieren',
  delete: 'Löschen', deleteOf: (name) => `„${name}“ löschen`,
  changed: (name) => `„${name}“ ist geändert.`,
  deleted: (name) => `„${name}“ ist gelöscht.`,
  taken: (name) => `„${name}“ ist gespeichert.`,
  takenAs: 'Unter anderem Namen speichern',
  edit: {
    title: (name) => `„${name}“ ändern`,
    name: 'Name', several: 'Mehrere heißen', one: 'Eines heißt',
    similarity: 'Wie ähnlich sich Dinge sein müssen, von 0,5 bis 0,99', automatic: 'automatisch',
    least: (unit) => `Nicht kürzer als (${unit})`, most: (unit) => `Nicht länger als (${unit})`,
    crossed: 'Das liegt unter der anderen Grenze.',
    same: 'Fotos werden aus gleicher Entfernung aufgenommen wie die Beispiele',
    border: 'Dinge, die der Rand abschneidet',
    borders: { all: 'alle zählen', half: 'es zählen die, von denen die Hälfte zu sehen ist', whole: 'keines zählt' },
    action: 'Ändern',
  },
  keep: 'Als Rezept speichern',
  keepHint: 'Zählt das Gleiche auf anderen Fotos.',
  title: 'Als Rezept speichern',
  name: 'Name',
  things: 'Wie mehrere davon heißen',
  action: 'Speichern',
  kept: (name) => `„${name}“ ist gespeichert und lässt sich beim nächsten Foto wählen.`,
  teach: (name) => `„${name}“ beibringen, was ich korrigiert habe`,
  taught: (name, { examples, counterexamples }) => {
    const count = examples + counterexamples
    return count === 0 ? `„${name}“ hat gelernt, wie sicher es sein muss.` : `„${name}“ hat gelernt: ${count} Stück mehr.`
  },
  nothingNew: (name) => `Darin ist nichts Neues für „${name}“, oder es ist voll.`,
  untaught: 'Zurückgenommen.',
  teachFailed: (why) => `Das Rezept hat nichts gelernt. ${why}`,
  failed: (why) => `Das Rezept ist nicht gespeichert. ${why}`,
  exists: 'Ein Rezept mit diesem Namen gibt es schon. Wählen Sie einen anderen Namen.',
  nothing: {
    title: 'Nichts gefunden, was dem Rezept gleicht',
    text: 'Ist doch etwas da, zeigen Sie es: Wählen Sie „Beispiel“, und tippen Sie darauf.',
  },
  unlike: { text: 'Was gefunden wurde, gleicht den Beispielen des Rezepts wenig. Sehen Sie es sich an.' },
}

function limits({ smallest, largest, scale }) {
  const told = (length) => `${String(length).replace('.', ',')} ${scale?.unit ?? 'px'}`
  if (smallest !== undefined && largest !== undefined) return `${told(smallest)} bis ${told(largest)}`
  if (smallest !== undefined) return `ab ${told(smallest)}`
  return largest === undefined ? false : `bis ${told(largest)}`
}
