/** Texts of the viewfinder. */
export const camera = {
  title: 'Tomar una foto',
  shutter: 'Tomar la foto',
  close: 'Cerrar la cámara',
  switch: 'Usar otra cámara',
  torch: 'Luz',
  starting: 'Iniciando la cámara…',
  ready: 'La cámara está lista. Espacio toma la foto.',
  guide: 'Encajar la caja en el cuadrado, con la cámara justo encima.',
  native: 'Abrir la app de cámara',
  choose: 'Elegir una foto',
  retry: 'Reintentar',
  problems: {
    denied: {
      title: 'Espy no tiene permiso para usar la cámara',
      text: 'Se concede con el icono que hay junto a la dirección de esta página: Cámara, Permitir. Después, reintentar. En un '
        + 'teléfono, la cámara también puede estar desactivada para el navegador en los ajustes del sistema.',
    },
    none: {
      title: 'No se encontró ninguna cámara',
      text: 'Conectar una y reintentar, o elegir una foto ya hecha.',
    },
    busy: {
      title: 'La cámara está en uso',
      text: 'La tiene otra app u otra página. Hay que cerrarla y reintentar.',
    },
    insecure: {
      title: 'Sin imagen en vivo con esta conexión',
      text: 'Los navegadores solo muestran la cámara con una conexión segura. Se puede elegir una foto, o tomarla con la app de cámara '
        + 'del teléfono, que da toda su resolución. O bien iniciar Espy con --tls.',
    },
    failed: {
      title: 'No se pudo iniciar la cámara',
      text: 'Reintentar, o elegir una foto ya hecha.',
    },
  },
}
