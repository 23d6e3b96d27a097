import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { channelFoldersWords } from "../../../settings/organization/channel-folders.ts";

export const channelFolders: Translation<typeof channelFoldersWords> = {
  rows: { folders: "Kanalordner" },
  title: "Kanalordner",
  hint: "Alle sehen ihre Kanäle in diesen Ordnern, in dieser Reihenfolge. Ein Ordner zeigt sich denen, die in einem seiner Kanäle sind.",
  none: "Es gibt noch keine Ordner.",
  add: "Neuer Ordner",
  create: "Ordner anlegen",
  edit: (name) => `${name} bearbeiten`,
  name: "Name",
  description: "Beschreibung",
  save: "Speichern",
  channels: (count) => plural(count, { one: "# Kanal", other: "# Kanäle" }),
  archive: (name) => `${name} archivieren`,
  archiveTitle: (name) => `Den Ordner ${name} archivieren?`,
  archiveText: (count) =>
    count === 0
      ? "Er hat keine Kanäle. Er lässt sich zurückholen."
      : plural(count, {
          one: "Sein einziger Kanal ist dann in keinem Ordner. Der Kanal selbst bleibt.",
          other: "Seine # Kanäle sind dann in keinem Ordner. Die Kanäle selbst bleiben.",
        }),
  archiveAction: "Ordner archivieren",
  archived: (name) => `Der Ordner ${name} ist archiviert`,
  archivedTitle: "Archivierte Ordner",
  restore: (name) => `${name} zurückholen`,
  restored: (name) => `Der Ordner ${name} ist zurück`,
};
