/** Texts of the page for making a device trust Espy's computer. */
export const trust = {
  lead: 'Ihr Browser kennt den Computer nicht, auf dem Espy läuft. Sobald er ihm vertraut, gibt es keine Warnung mehr, Espy lässt sich wie '
    + 'eine App installieren, und seine Seiten öffnen sich auch, wenn der Computer aus ist.',
  states: {
    checking: 'Es wird nachgesehen, ob dieser Browser ihm vertraut…',
    trusted: 'Dieser Browser vertraut ihm. Hier ist nichts mehr zu tun.',
    installed: 'Es hat geklappt: Dieser Browser vertraut ihm jetzt. Espy lässt sich aus dem Menü des Browsers wie eine App installieren.',
    untrusted: 'Dieser Browser vertraut ihm noch nicht. Kommen Sie nach den Schritten unten hierher zurück, '
      + 'sagt diese Zeile, ob sie geklappt haben.',
    plain: 'Was gesendet wird, ist nicht verschlüsselt, also gibt es nichts, dem zu vertrauen wäre. Starten Sie Espy dafür mit „espy serve --lan --tls“.',
    given: 'Das Zertifikat dieses Espy kommt von woanders: Wer es eingerichtet hat, weiß, wie Geräte ihm vertrauen.',
  },
  device: 'Dieses Gerät',
  devices: { ios: 'iPhone oder iPad', android: 'Android', mac: 'Mac', windows: 'Windows', linux: 'Linux' },
  files: { profile: 'Profil laden', certificate: 'Zertifikat laden' },
  steps: {
    ios: [
      'Laden Sie das Profil, und erlauben Sie es, wenn Safari fragt.',
      'Öffnen Sie die Einstellungen. Oben steht „Profil geladen“: Tippen Sie darauf, dann auf „Installieren“.',
      'Öffnen Sie in den Einstellungen Allgemein, Info, Zertifikatsvertrauenseinstellungen, und schalten Sie „{name}“ ein.',
    ],
    android: [
      'Laden Sie das Zertifikat.',
      'Öffnen Sie die Einstellungen, suchen Sie nach „CA-Zertifikat“, und tippen Sie darauf '
        + '(meist unter Sicherheit, Weitere Sicherheitseinstellungen, Verschlüsselung und Anmeldedaten).',
      'Tippen Sie auf „Trotzdem installieren“, und wählen Sie unter den Downloads die Datei espy.crt.',
    ],
    mac: [
      'Laden Sie das Zertifikat, und öffnen Sie es: Die Schlüsselbundverwaltung nimmt es auf.',
      'Öffnen Sie dort „{name}“, und wählen Sie unter Vertrauen „Immer vertrauen“.',
      'Beenden Sie den Browser, und öffnen Sie diese Seite wieder. '
        + 'Firefox hat eine eigene Liste: Einstellungen, Zertifikate, Zertifizierungsstellen, Importieren.',
    ],
    windows: [
      'Laden Sie das Zertifikat, öffnen Sie es, und wählen Sie „Zertifikat installieren“.',
      'Legen Sie es im Speicher „Vertrauenswürdige Stammzertifizierungsstellen“ ab.',
      'Beenden Sie den Browser, und öffnen Sie diese Seite wieder. '
        + 'Firefox hat eine eigene Liste: Einstellungen, Zertifikate, Zertifizierungsstellen, Importieren.',
    ],
    linux: [
      'Laden Sie das Zertifikat.',
      'Öffnen Sie in Chromium Einstellungen, Datenschutz und Sicherheit, Sicherheit, Zertifikate verwalten, und importieren Sie es dort '
        + 'zur Identifizierung von Websites. In Firefox ist es Einstellungen, Zertifikate, Zertifizierungsstellen, Importieren.',
      'Schließen Sie den Browser, und öffnen Sie diese Seite wieder.',
    ],
  },
  compare: 'Bevor Sie es einschalten, vergleichen Sie seinen SHA-256-Fingerabdruck mit dem, '
    + 'den „espy serve“ für die Zertifizierungsstelle nennt:',
  safety: 'Es bürgt für Computer in privaten Netzen und für sonst nichts: Keine Seite im Internet lässt sich damit fälschen. Um es zurückzunehmen, '
    + 'löschen Sie es dort, wo Sie es installiert haben.',
}
