/** Where photos from other devices go. */
export const inbox = {
  title: 'Fotos de dispositivos',
  folder: 'Las fotos que envían los dispositivos emparejados se guardan por año y mes en',
  none: 'No se aceptan fotos de dispositivos.',
  hint: 'En esta carpeta nunca se sustituye nada, y solo se borra lo que se elige borrar.',
  elsewhere: 'Esto se cambia en el ordenador donde funciona Espy.',
  choose: 'Elegir una carpeta',
  use: 'Usar esta carpeta',
  refuse: 'No aceptar fotos',
  allow: 'Aceptar fotos',
}

/** The choice of a folder. */
export const folderDialog = {
  title: 'Elegir una carpeta',
  list: 'Carpetas',
  up: 'Volver a {path}',
  photos: { one: 'una foto en ella, más lo que haya en sus carpetas', other: '{count} fotos en ella, más lo que haya en sus carpetas' },
  cut: 'no se muestran todas las carpetas',
  choose: 'Añadir esta carpeta',
}

/** Tags that are taught by examples. */
export const teach = {
  title: 'Enseñar una etiqueta',
  name: 'Nombre de la etiqueta',
  examples: { one: 'La foto elegida es su ejemplo.', other: 'Las {count} fotos elegidas son sus ejemplos.' },
  few: 'Hacen falta al menos 5 ejemplos, contando los de lecciones anteriores. Con 20 funciona mucho mejor.',
  enough: 'Espy pone la etiqueta a todas las fotos parecidas.',
  action: 'Enseñar',
  learning: 'Aprendiendo …',
  done: '«{tag}» está aprendida',
  count: { one: 'Una foto la tiene ahora por lo aprendido.', other: '{count} fotos la tienen ahora por lo aprendido.' },
  tried: 'Probada con fotos de las que no aprendió: de cada 10 fotos que elige, {right}, y encuentra {found} de cada 10 que debería encontrar.',
  right: {
    none: 'casi ninguna es correcta', one: 'al menos {count} es correcta', other: 'al menos {count} son correctas', all: 'todas son correctas',
  },
  verdicts: { good: 'Funciona bien', fair: 'Funciona bastante bien', poor: 'Aún no es fiable' },
  advice: 'Para mejorarla: elegir más ejemplos, con otra luz y desde otros lados, y enseñar otra vez la misma etiqueta. Si eligió mal una foto, quitarle la etiqueta: también de eso aprende. Las fotos que deberían tenerla y no fueron ejemplos contaron como errores.',
  more: 'Cómo se probó',
  show: 'Ver las fotos',
  close: 'Listo',
  forget: 'Olvidar «{tag}»',
  forgotten: '«{tag}» se olvidó.',
  list: 'Etiquetas enseñadas',
  confirm: {
    title: '¿Olvidar «{tag}»?',
    text: { one: 'Se quita de la única foto que la tiene, también si se puso a mano.', other: 'Se quita de las {count} fotos que la tienen, también donde se puso a mano.' },
    action: 'Olvidar',
  },
}

/** The map of places. */
export const map = {
  label: 'Mapa de los lugares donde se tomaron las fotos',
  help: 'Las flechas mueven el mapa; más y menos lo amplían y lo reducen. Todos los lugares están en la lista de abajo.',
  list: 'Lugares',
  total: { one: 'Una foto tiene lugar', other: '{count} fotos tienen lugar' },
  empty: { title: 'Sin lugares', text: 'Ninguna de estas fotos dice dónde se tomó.' },
  zoomIn: 'Ampliar',
  zoomOut: 'Reducir',
  fit: 'Ver todos los lugares',
  away: 'a {km} km de {name}',
  near: 'cerca de {name}',
  city: '{name}, {country}',
  compass: { north: 'N', south: 'S', east: 'E', west: 'O' },
  between: '; ',
  note: 'Dibujado en el propio equipo: no se descarga ningún mapa. Países: Natural Earth. Ciudades: GeoNames, CC BY 4.0.',
}

/** Files that could not be read. */
export const problems = {
  none: { title: 'Todos los archivos se leyeron', text: 'Se pudieron leer todas las fotos de las carpetas.' },
  path: 'Archivo',
  reason: 'Motivo',
}
