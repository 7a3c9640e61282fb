/** Error messages for the user. */
export const problems = {
  unknown: 'Algo salió mal. Se puede intentar de nuevo.',
  unreachable: 'No hay conexión con Espy. ¿Sigue en marcha, y está este dispositivo en la misma red?',

  /** By the server's kind of problem. If it is missing here, the server's message is shown. */
  of: {
    'changed-elsewhere': 'Otra persona ha vuelto a analizar esta foto y las correcciones ya no encajan. Hay que recargar la página.',
    'not-an-image': 'Espy no puede leer este archivo como foto. Lee JPEG, PNG, WebP, HEIC, AVIF, BMP, TIFF, GIF y DNG.',
    'too-large': 'Esta foto es demasiado grande para enviarla.',
    'too-many-pixels': 'Esta foto tiene más píxeles de los que admite Espy. Basta con una copia más pequeña.',
    damaged: 'Esta foto está dañada: falta una parte o no se puede leer.',
    'photo-gone': 'La foto ya no se conserva. Hay que elegirla de nuevo.',
    'not-paired': 'Este dispositivo no está vinculado con Espy.',
    'wrong-code': 'No es el código que muestra ahora el equipo.',
    'too-many-tries': 'Se probaron demasiados códigos incorrectos. Hay que esperar un minuto y volver a intentarlo.',
    'too-many-devices': 'No se pueden vincular más dispositivos. En los ajustes de Espy se puede quitar uno que ya no se use.',
    'local-only': 'Esto solo se puede hacer en el equipo donde funciona Espy.',
    'not-shared': 'Espy no está abierto a otros dispositivos. Para abrirlo, se inicia con «espy serve --lan».',
    busy: 'Espy tiene demasiado trabajo ahora mismo. Se puede intentar de nuevo en un momento.',
    'foreign-origin': 'Espy solo obedece a sus propias páginas.',
    'wrong-host': 'Espy no responde en esta dirección.',
    'file-gone': 'Ahora no se puede leer el archivo de esta foto. Tal vez su disco está desconectado.',
    'not-found': 'Esto no está aquí, o ya no.',
    'internal-error': 'Algo salió mal en Espy. Se puede intentar de nuevo.',
    'not-an-image-here': 'Este navegador no puede abrir la foto. Guárdela como JPEG o PNG.',
    'too-large-here': 'Esta foto es demasiado grande para leerla en este dispositivo. Basta una copia de 50 megapíxeles como máximo.',
    'reader-gone': 'No se pudo cargar una parte de esta aplicación. Abra esta página una vez con conexión.',
    'no-room-here': 'Este navegador no tiene más espacio. Borre resultados que ya no necesite.',
    'needs-server': 'Para esto hace falta Espy en un ordenador.',
    'list-not-text-here': 'En este dispositivo una lista debe ser texto en UTF-8, por ejemplo CSV.',
    'no-other-scan-here': 'No hay otra lectura con la que comparar la caja.',
  },
}
