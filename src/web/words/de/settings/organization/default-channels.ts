import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { defaultChannelsWords } from "../../../settings/organization/default-channels.ts";

export const defaultChannels: Translation<typeof defaultChannelsWords> = {
  rows: { defaults: "Kanäle, in die neue Personen kommen", groups: "Kanalgruppen zur Auswahl" },
  title: "Kanäle, in die neue Personen kommen",
  hint: "Wer neu in die Organisation kommt, ist in diesen Kanälen; Gäste nicht. Wer schon da ist, wird nicht hinzugefügt.",
  none: "Neue Personen beginnen ohne Kanäle.",
  add: "Kanäle hinzufügen",
  remove: (name) => `${name} entfernen`,
  removed: (name) => `Neue Personen kommen nicht mehr in #${name}`,
  groups: "Kanalgruppen zur Auswahl",
  groupsHint:
    "Manche Programme bieten sie neuen Personen an, die sich aussuchen, was für sie ist. Ein Kanal, in den alle kommen, ist in keiner Gruppe.",
  noGroups: "Es gibt noch keine Gruppen.",
  newGroup: "Neue Gruppe",
  createGroup: "Gruppe anlegen",
  editGroup: (name) => `${name} bearbeiten`,
  removeGroup: (name) => `${name} löschen`,
  removeGroupTitle: (name) => `Die Gruppe ${name} löschen?`,
  removeGroupText: "Ihre Kanäle bleiben, mit allen, die darin sind.",
  removeGroupAction: "Gruppe löschen",
  name: "Name",
  description: "Beschreibung",
  channels: "Kanäle",
  count: (count) => plural(count, { one: "# Kanal", other: "# Kanäle" }),
  save: "Speichern",
};
