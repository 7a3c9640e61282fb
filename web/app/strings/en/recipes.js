/** Texts of what is counted by a recipe. */
export const recipes = {
  choose: 'What to count',
  chooseHint: 'One or several recipes; without any, the things alike.',
  all: 'Recipes',
  allHint: 'What is kept to count its like in other photos. A file of one can be given away; nothing but its name, numbers and pictures is taken from it.',
  empty: { title: 'There is no recipe yet', text: 'Count a photo, and choose “Keep as a recipe” there; or take one from a file.', action: 'Count a photo' },
  about: ({ examples, counterexamples, things, sizes }) => [
    examples === 1 ? '1 example' : `${examples} examples`,
    counterexamples > 0 && `${counterexamples} of what is not meant`, `counts ${things.several}`, sizes && limits(sizes.measuring),
  ].filter(Boolean).join(' · '),
  change: 'Change', changeOf: (name) => `Change “${name}”`,
  export: 'Export', exportOf: (name) => `Export “${name}” to a file`,
  import: 'Import a file',
  delete: 'Delete', deleteOf: (name) => `Delete “${name}”`,
  changed: (name) => `“${name}” is changed.`,
  deleted: (name) => `“${name}” is deleted.`,
  taken: (name) => `“${name}” is kept.`,
  takenAs: 'Keep it under another name',
  edit: {
    title: (name) => `Change “${name}”`,
    name: 'Name', several: 'Several are called', one: 'One is called',
    similarity: 'How alike things must look, from 0.5 to 0.99', automatic: 'automatic',
    least: (unit) => `No shorter than (${unit})`, most: (unit) => `No longer than (${unit})`,
    crossed: 'This is below the other limit.',
    same: 'Photos are taken from as far away as the examples',
    border: 'Things that the border cuts',
    borders: { all: 'all count', half: 'those count of which half is seen', whole: 'none counts' },
    action: 'Change',
  },
  keep: 'Keep as a recipe',
  keepHint: 'Counts the same kind in other photos.',
  title: 'Keep as a recipe',
  name: 'Name',
  things: 'What several of them are called',
  action: 'Keep',
  kept: (name) => `“${name}” is kept. It can be chosen when the next photo is counted.`,
  teach: (name) => `Teach “${name}” what I corrected`,
  taught: (name, { examples, counterexamples }) => {
    const count = examples + counterexamples
    if (count === 0) return `“${name}” has learned how sure it has to be.`
    return `“${name}” has learned: ${count === 1 ? '1 thing' : `${count} things`} more.`
  },
  nothingNew: (name) => `There is nothing new in it for “${name}”, or it is full.`,
  untaught: 'Taken back.',
  teachFailed: (why) => `The recipe has learned nothing. ${why}`,
  failed: (why) => `The recipe is not kept. ${why}`,
  exists: 'There is a recipe of this name already. Choose another name.',
  nothing: { title: 'Nothing like the recipe was found', text: 'Where there is one, show it: choose “Like this” and tap it.' },
  unlike: { text: 'What was found is little like the examples of the recipe. Look at it.' },
}

function limits({ smallest, largest, scale }) {
  const told = (length) => `${length} ${scale?.unit ?? 'px'}`
  if (smallest !== undefined && largest !== undefined) return `${told(smallest)} to ${told(largest)}`
  if (smallest !== undefined) return `from ${told(smallest)} on`
  return largest === undefined ? false : `up to ${told(largest)}`
}
