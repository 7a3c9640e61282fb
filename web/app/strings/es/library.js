/** The progress of the indexer. */
export const indexing = {
  label: 'Indexación',
  pause: 'Pausar',
  resume: 'Continuar',
  now: 'Indexar ya',
  done: '{done} de {total} ({share} %)',
  rate: '{rate} por segundo',
  seconds: { one: 'queda un segundo', other: 'quedan {count} segundos' },
  minutes: { one: 'queda un minuto', other: 'quedan {count} minutos' },
  hours: { one: 'queda una hora', other: 'quedan {count} horas' },
  failed: { one: 'una no se pudo leer', other: '{count} no se pudieron leer' },
  trouble: 'Las fotos nuevas no reciben etiquetas: {reason}.',
  phases: { idle: 'Todas las fotos están indexadas', scanning: 'Buscando fotos', reading: 'Indexando fotos', analyzing: 'Las fotos ya están; se reconoce lo que muestran', waiting: 'En espera' },
  halted: { title: 'Las carpetas se revisarán más tarde', text: 'Las fotos aparecen aquí en cuanto la indexación continúa.' },
  paused: {
    user: 'La indexación está en pausa.',
    heat: 'La indexación espera a que el equipo se enfríe.',
    battery: 'La indexación espera a que el equipo esté enchufado.',
    load: 'La indexación espera, porque el equipo tiene otro trabajo.',
  },
}

/** Why a photo was found. */
export const reasons = {
  said: {
    'with someone': 'con alguien', hidden: 'oculta',
    'file name': 'nombre del archivo', folder: 'carpeta', title: 'título', description: 'descripción', camera: 'cámara',
    'text on it': 'texto en ella', code: 'código', 'a code on it': 'un código en ella', blurred: 'borrosa', dark: 'oscura',
    rejected: 'rechazada', 'no stars': 'sin estrellas', 'no face': 'sin caras',
    'other photos show the same': 'otras fotos muestran lo mismo', 'says where it was taken': 'dice dónde se tomó',
    'a photo': 'una foto', 'a screenshot': 'una captura de pantalla', 'a panorama': 'una panorámica', 'a document': 'un documento',
  },
  person: 'con {person}',
  color: 'color {name} {share}',
  taken: 'tomada: {date}',
  place: 'en {name}',
  away: 'a {distance}',
  alike: 'parecida {share}',
  likely: 'parece: {thing}, {share}',
  like: 'se parece a {words} {share}',
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
