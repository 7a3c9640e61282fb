/** Texts of what is counted by a recipe. */
export const recipes = {
  choose: 'What to count',
  anything: 'The things alike',
  keep: 'Keep as a recipe',
  keepHint: 'Counts the same kind in other photos.',
  title: 'Keep as a recipe',
  name: 'Name',
  things: 'What several of them are called',
  action: 'Keep',
  kept: (name) => `“${name}” is kept. It can be chosen when the next photo is counted.`,
  failed: (why) => `The recipe is not kept. ${why}`,
  exists: 'There is a recipe of this name already. Choose another name.',
  nothing: { title: 'Nothing like the recipe was found', text: 'Where there is one, show it: choose “Like this” and tap it.' },
  unlike: { text: 'What was found is little like the examples of the recipe. Look at it.' },
}
