/** Texts of the page for pairing a phone or another device. */
export const pair = {
  trust: { title: 'Confiar en este Espy', open: 'Confiar en este Espy en este dispositivo' },
  intro: 'Espy solo deja entrar a los dispositivos que conoce. El código está en el equipo donde funciona: en los ajustes, o en la ventana donde se inició.',
  code: 'Código',
  codeHint: 'Ocho letras y cifras, como K7QM-4X2P.',
  name: 'Nombre de este dispositivo',
  nameHint: 'Así aparecerá en la lista de dispositivos.',
  action: 'Vincular',
  working: 'Vinculando…',
  empty: 'Falta el código que muestra el equipo.',

  names: { phone: 'Teléfono', tablet: 'Tableta', computer: 'Equipo', iPhone: 'iPhone', iPad: 'iPad', android: 'Teléfono Android' },

  done: {
    title: 'Vinculado',
    text: 'Este dispositivo ya puede usar Espy. En los ajustes se puede quitar.',
    announce: 'Vinculado.',
  },
  already: {
    title: 'Este dispositivo está vinculado',
    text: 'No hace falta hacer nada.',
  },
  host: {
    title: 'No hace falta vincular',
    text: 'Este es el equipo donde funciona Espy. Para dejar entrar a un teléfono, se escanea con él el código de los ajustes.',
    settings: 'Abrir los ajustes',
  },
  go: { count: 'Contar algo', rack: 'Leer una caja', back: 'Continuar' },
}
