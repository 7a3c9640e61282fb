/** Texts for choosing, taking and reviewing a photo. */
export const intake = {
  camera: 'Tomar foto',
  choose: 'Elegir foto',
  hint: 'O soltar fotos en cualquier parte de esta página, o pegar una.',
  privacy: 'Las fotos no salen del equipo donde funciona Espy.',
  drop: 'Soltar la foto aquí',
  review: '¿Está nítida la foto, y se ve todo?',
  photo: 'La foto {name}',
  unnamed: 'La foto elegida',
  pixels: '{width} × {height} píxeles',
  another: 'Elegir otra',
  again: 'Repetir la foto',
  cancel: 'Cancelar',
  sending: 'Enviando la foto…',
  preparing: 'Preparando la foto…',
  sent: '{share} enviado',
  nothing: 'No había ninguna foto en lo que se soltó o pegó.',
  retry: 'Reintentar',
  shrink: 'Reducirla y seguir',
  notShrunk: 'Este navegador no puede reducir la foto.',
  problems: {
    'not-an-image': {
      title: 'Espy no puede leer esto como foto',
      text: 'Lee JPEG, PNG, WebP, HEIC, AVIF, BMP, TIFF, GIF y DNG. Se puede guardar la imagen en uno de estos formatos, o fotografiarla.',
    },
    'too-large': {
      title: 'Esta foto es demasiado grande',
      text: 'Espy admite archivos de hasta {size}. Una copia guardada como JPEG ocupa mucho menos y sirve igual de bien.',
    },
    'too-many-pixels': {
      title: 'Esta foto tiene demasiados píxeles',
      text: 'Espy admite fotos de hasta {pixels} millones de píxeles.',
    },
    damaged: {
      title: 'Esta foto está dañada',
      text: 'Falta una parte o no se puede leer. Si se copió de otro sitio, conviene copiarla otra vez.',
    },
    empty: {
      title: 'Este archivo está vacío',
      text: 'Quizá no se copió hasta el final. Hay que elegir otro.',
    },
    'photo-gone': {
      title: 'La foto ya no está aquí',
      text: 'Espy solo conserva las fotos un tiempo. Hay que elegirla de nuevo.',
    },
    unreachable: {
      title: 'No se pudo enviar la foto',
      text: 'No hay conexión con Espy. Se enviará en cuanto Espy vuelva a responder.',
    },
  },

  /** Notes on the origin of a picture, if it is unusual. */
  source: {
    pages: 'Este archivo tiene {pages} páginas. Se leyó la página {page}.',
    page: 'Página {page}',
    frames: 'Es una animación de {frames} fotogramas. Se leyó el primero.',
    cut: 'El archivo está dañado: se ve el {percent} % de la imagen, y no se leyó más. Cópialo de nuevo si es posible.',
    damaged: 'El archivo está dañado y la imagen puede ser incorrecta en algunos puntos. Cópialo de nuevo si es posible.',
  },
}
