/** The meaning of each style of mark. */
const styles = {
  main: 'gezählt', other: 'nicht gezählt', doubt: 'gezählt, fraglich', maybe: 'nicht gezählt, fraglich',
  added: 'von Hand hinzugefügt',
  removed: 'von Hand entfernt', read: 'gelesen', unread: 'nicht gelesen', uncoded: 'ohne Code', empty: 'leer',
  outside: 'außerhalb der Box', typed: 'von Hand eingegeben',
  spine: 'Buch', spineLikely: 'wahrscheinlich ein Buch', spineUnsure: 'vielleicht ein Buch', confirmed: 'bestätigt',
  bookCode: 'Strichcode eines Buchs', otherCode: 'Strichcode, nicht von einem Buch', textRegion: 'Text',
}

/** Texts of the photo viewer. */
export const viewer = {
  role: 'Fotobetrachter',
  help: 'Plus und Minus zoomen, 0 zeigt das ganze Foto. Pfeiltasten verschieben das Foto. Eingabe oder N führt zum ersten Rahmen; '
    + 'dann führen Pfeiltasten von Rahmen zu Rahmen, N und P zum nächsten und vorigen und Esc zurück zum Foto.',
  zoom: 'Zoom',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  fit: 'Ganzes Foto zeigen',
  none: 'Nichts ist ausgewählt.',
  crosshair: '{across} von links, {down} von oben',
  styles,
  show: '{name} zeigen',
  /** Keys while the photo has the focus. */
  keys: {
    zoom: 'Foto vergrößern, verkleinern',
    fit: 'Ganzes Foto zeigen',
    move: 'Foto verschieben, oder zum nächsten Rahmen in dieser Richtung',
    walk: 'Nächster Rahmen, voriger Rahmen',
    act: 'Rahmen auswählen, etwas damit tun; beim Zeichnen eine Ecke oder einen Rahmen setzen',
    leave: 'Rahmen schließen',
    change: 'Einen hinzugefügten Rahmen verkleinern, vergrößern',
    back: 'Letzte Ecke zurücknehmen',
  },
}
