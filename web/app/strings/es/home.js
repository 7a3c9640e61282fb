/** Texts of the start page. */
export const home = {
  heading: '¿Qué debe mirar Espy?',
  dropLabel: 'Una foto propia',
  lead: 'Tomar una foto, o elegir varias.',
  leadDrop: 'Soltar fotos en cualquier parte, pegar una o elegir varias.',
  jobs: {
    count: { title: 'Contar', text: 'cosas parecidas', example: '23 elementos', sampleOf: 'Probar un ejemplo de Contar' },
    rack: {
      title: 'Caja', text: 'leer los códigos de una caja de tubos', example: '81 tubos leídos', sampleOf: 'Probar un ejemplo de Caja',
    },
    shelf: {
      title: 'Estante', text: 'hacer la lista de sus libros', example: 'títulos y lugares', sampleOf: 'Probar un ejemplo de Estante',
    },
    gallery: { title: 'Galería', text: 'encontrar fotos por lo que muestran', example: 'naranja, letrero, libro …' },
  },
  sample: 'Probar un ejemplo',
  recent: 'Resultados recientes',
  all: 'Todos los resultados',
  choice: {
    title: { one: '¿Qué hacer con esta foto?', other: '¿Qué hacer con estas {count} fotos?' },
    jobs: { count: 'Contar cosas parecidas', rack: 'Leer una caja de tubos', shelf: 'Hacer la lista de libros de un estante', gallery: 'Enviar a la galería' },
    more: { one: 'y 1 más', other: 'y {count} más' },
    several: 'Con todas se hace lo mismo, y el resultado es una tabla.',
  },
}
