/** Texts of what is counted by a recipe. */
export const recipes = {
  choose: 'Qué contar',
  chooseHint: 'Una o varias recetas; sin ninguna, los elementos parecidos.',
  all: 'Recetas',
  allHint: 'Lo que se guarda para contar lo mismo en otras fotos. El archivo de una receta se puede dar a otros; de él solo se toman el nombre, los números y las imágenes.',
  empty: { title: 'Aún no hay recetas', text: 'Contar una foto y elegir allí «Guardar como receta», o tomar una de un archivo.', action: 'Contar una foto' },
  about: ({ examples, counterexamples, things, sizes }) => [
    examples === 1 ? '1 ejemplo' : `${examples} ejemplos`,
    counterexamples > 0 && `${counterexamples} de lo que no es`, `cuenta ${things.several}`, sizes && limits(sizes.measuring),
  ].filter(Boolean).join(' · '),
  change: 'Cambiar', changeOf: (name) => `Cambiar «${name}»`,
  export: 'Exportar', exportOf: (name) => `Exportar «${name}» a un archivo`,
  import: 'Importar un archivo',
  delete: 'Borrar', deleteOf: (name) => `Borrar «${name}»`,
  changed: (name) => `«${name}» se cambió.`,
  deleted: (name) => `«${name}» se borró.`,
  taken: (name) => `«${name}» se guardó.`,
  takenAs: 'Guardarla con otro nombre',
  edit: {
    title: (name) => `Cambiar «${name}»`,
    name: 'Nombre', several: 'Varios se llaman', one: 'Uno se llama',
    similarity: 'Cuánto deben parecerse, de 0,5 a 0,99', automatic: 'automático',
    least: (unit) => `Longitud mínima (${unit})`, most: (unit) => `Longitud máxima (${unit})`,
    crossed: 'Está por debajo del otro límite.',
    same: 'Las fotos se toman a la misma distancia que los ejemplos',
    border: 'Elementos cortados por el borde',
    borders: { all: 'cuentan todos', half: 'cuentan si se ve la mitad', whole: 'no cuenta ninguno' },
    action: 'Cambiar',
  },
  keep: 'Guardar como receta',
  keepHint: 'Cuenta lo mismo en otras fotos.',
  title: 'Guardar como receta',
  name: 'Nombre',
  things: 'Cómo se llaman varios de ellos',
  action: 'Guardar',
  kept: (name) => `«${name}» se guardó. Se puede elegir al contar la próxima foto.`,
  teach: (name) => `Enseñar a «${name}» lo corregido`,
  taught: (name, { examples, counterexamples }) => {
    const count = examples + counterexamples
    if (count === 0) return `«${name}» aprendió con cuánta certeza contar.`
    return `«${name}» aprendió ${count === 1 ? '1 elemento' : `${count} elementos`} más.`
  },
  nothingNew: (name) => `Aquí no hay nada nuevo para «${name}», o ya está llena.`,
  untaught: 'Deshecho.',
  teachFailed: (why) => `La receta no aprendió nada. ${why}`,
  failed: (why) => `La receta no se guardó. ${why}`,
  exists: 'Ya hay una receta con este nombre. Hay que elegir otro.',
  nothing: { title: 'No se encontró nada como la receta', text: 'Si hay alguno, se puede mostrar: elegir «Como este» y tocarlo.' },
  unlike: { text: 'Lo encontrado se parece poco a los ejemplos de la receta. Conviene mirarlo.' },
}

function limits({ smallest, largest, scale }) {
  const told = (length) => `${length} ${scale?.unit ?? 'px'}`
  if (smallest !== undefined && largest !== undefined) return `${told(smallest)} a ${told(largest)}`
  if (smallest !== undefined) return `desde ${told(smallest)}`
  return largest === undefined ? false : `hasta ${told(largest)}`
}
