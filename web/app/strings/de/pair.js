/** Texts of the page for pairing a phone or another device. */
export const pair = {
  trust: { title: 'Diesem Espy vertrauen', open: 'Diesem Espy auf diesem Gerät vertrauen' },
  intro: 'Espy lässt nur Geräte herein, die es kennt. Öffnen Sie auf dem Computer, auf dem Espy läuft, die Optionen, oder sehen Sie in das Fenster, in dem es gestartet wurde: Dort steht ein Code.',
  code: 'Code',
  codeHint: 'Acht Buchstaben und Ziffern, etwa K7QM-4X2P.',
  name: 'Name dieses Geräts',
  nameHint: 'Daran erkennen Sie es in der Liste der Geräte.',
  action: 'Koppeln',
  working: 'Wird gekoppelt…',
  empty: 'Bitte geben Sie den Code ein, den der Computer zeigt.',

  names: { phone: 'Handy', tablet: 'Tablet', computer: 'Computer', iPhone: 'iPhone', iPad: 'iPad', android: 'Android-Handy' },

  done: {
    title: 'Gekoppelt',
    text: 'Dieses Gerät kann Espy jetzt benutzen. In den Optionen lässt es sich wieder entfernen.',
    announce: 'Gekoppelt.',
  },
  already: {
    title: 'Dieses Gerät ist gekoppelt',
    text: 'Es ist nichts weiter zu tun.',
  },
  host: {
    title: 'Koppeln ist nicht nötig',
    text: 'Das ist der Computer, auf dem Espy läuft. Um ein Handy hereinzulassen, scannen Sie damit den Code in den Optionen.',
    settings: 'Optionen öffnen',
  },
  go: { count: 'Etwas zählen', rack: 'Box lesen', back: 'Weiter' },
}
