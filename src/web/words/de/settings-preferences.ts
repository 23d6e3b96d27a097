import type { preferences as english } from "../en/settings-preferences.ts";

export const preferences: typeof english = {
  rows: {
    theme: "Aussehen",
    density: "Dichte",
    letterKeys: "Einzelne Buchstaben sind Tasten für Befehle",
    default_language: "Sprache",
    enter_sends: "Eingabe schickt die Nachricht ab",
    twenty_four_hour_time: "24-Stunden-Uhr",
    enable_desktop_notifications: "Auf Direktnachrichten und Erwähnungen hinweisen",
    enable_sounds: "Töne",
    fluid_layout_width: "Nachrichten so breit wie das Fenster",
    send_private_typing_notifications: "Anderen zeigen, wenn ich schreibe",
    send_read_receipts: "Anderen zeigen, was ich gelesen habe",
    presence_enabled: "Anderen zeigen, wenn ich da bin",
    browserNotifications: "Hinweise dieses Browsers",
  },
  device: "Auf diesem Gerät",
  account: "Dein Konto",
  themes: { system: "Wie das System", light: "Hell", dark: "Dunkel" },
  densities: { comfortable: "Bequem", compact: "Dicht" },
  letterKeysHint: "Schalte das aus, wenn du diktierst oder versehentlich Tasten drückst.",
  enterSendsHint: "Sonst beginnt sie eine Zeile, und Strg+Eingabe schickt ab.",
  notificationsOn: "Sie sind eingeschaltet.",
  notificationsBlocked: "Der Browser verbietet sie. In seinen Einstellungen für diese Seite lässt sich das ändern.",
};
