/** Texts of the page for making a device trust Espy's computer. */
export const trust = {
  lead: 'El navegador no conoce el equipo donde funciona Espy. Cuando confía en él, ya no hay advertencias, Espy se puede instalar como '
    + 'una app, y sus páginas se abren aunque ese equipo esté apagado.',
  states: {
    checking: 'Comprobando si este navegador confía en él…',
    trusted: 'Este navegador confía en él. No queda nada por hacer aquí.',
    installed: 'Funcionó: este navegador ya confía en él. Espy se puede instalar como una app, desde el menú del navegador.',
    untrusted: 'Este navegador aún no confía en él. Al volver de los pasos de abajo, esta línea dice si funcionaron.',
    plain: 'Lo que se envía no está cifrado, así que no hay en qué confiar. Para eso, Espy se inicia con «espy serve --lan --tls».',
    given: 'El certificado de este Espy viene de otro sitio: quien lo preparó sabe cómo hacer que los dispositivos confíen.',
  },
  device: 'Este dispositivo',
  devices: { ios: 'iPhone o iPad', android: 'Android', mac: 'Mac', windows: 'Windows', linux: 'Linux' },
  files: { profile: 'Descargar el perfil', certificate: 'Descargar el certificado' },
  steps: {
    ios: [
      'Descargar el perfil, y permitirlo cuando Safari pregunte.',
      'Abrir los ajustes del dispositivo. Arriba aparece «Perfil descargado»: tocarlo, y después «Instalar».',
      'En los ajustes, abrir General, Información y, al final, la confianza de los certificados, y activar «{name}».',
    ],
    android: [
      'Descargar el certificado.',
      'Abrir los ajustes, buscar «certificado de CA» y tocarlo (suele estar en Seguridad, Más ajustes de seguridad, '
        + 'Cifrado y credenciales).',
      'Confirmar que se instale a pesar de la advertencia, y elegir el archivo espy.crt de las descargas.',
    ],
    mac: [
      'Descargar el certificado y abrirlo: pasa a Acceso a Llaveros.',
      'Allí, abrir «{name}» y elegir «Confiar siempre» en Confiar.',
      'Salir del navegador y abrir esta página otra vez. Firefox tiene su propia lista: Ajustes, Certificados, Autoridades, Importar.',
    ],
    windows: [
      'Descargar el certificado, abrirlo y elegir «Instalar certificado».',
      'Ponerlo en el almacén «Entidades de certificación raíz de confianza».',
      'Salir del navegador y abrir esta página otra vez. Firefox tiene su propia lista: Ajustes, Certificados, Autoridades, Importar.',
    ],
    linux: [
      'Descargar el certificado.',
      'En Chromium, abrir Configuración, Privacidad y seguridad, Seguridad, Gestionar certificados, e importarlo para identificar sitios '
        + 'web. En Firefox está en Ajustes, Certificados, Autoridades, Importar.',
      'Cerrar el navegador y abrir esta página otra vez.',
    ],
  },
  compare: 'Antes de activarlo, comparar su huella SHA-256 con la que «espy serve» muestra para la autoridad:',
  safety: 'Solo responde por equipos de redes privadas: con él no se puede suplantar ningún sitio de internet. Para retirarlo, '
    + 'basta con borrarlo donde se instaló.',
}
