import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type {
  channelFoldersWords,
  channelSettingWords,
  defaultChannelsWords,
} from "../../../settings/organization/channels.ts";

export const channelSettings: Translation<typeof channelSettingWords> = {
  rows: {
    new_stream_announcements_stream_id: "Neue Kanäle werden angekündigt in",
    signup_announcements_stream_id: "Neue Personen werden angekündigt in",
    zulip_update_announcements_stream_id: "Neuigkeiten des Servers stehen in",
    all: "Alle Kanäle",
  },
  announcements: "Ankündigungen",
  announcementsHint: "Dort schreibt der Benachrichtigungs-Bot. Ohne Kanal sagt er nichts.",
  noChannel: "Kein Kanal",
  all: "Alle Kanäle",
  filter: "Kanal finden",
  none: "So heißt kein Kanal.",
  parts: { active: "Aktiv", archived: "Archiviert" },
  facts: (members, folder) =>
    [plural(members, { one: "# Mitglied", other: "# Mitglieder" }), folder]
      .filter((one) => one !== undefined)
      .join(" · "),
  create: "Neuer Kanal",
  back: "Alle Kanäle",
  gone: "Diesen Kanal gibt es nicht, oder du darfst ihn nicht sehen.",
  open: "Öffnen",
  people: "Personen",
  about: "Über den Kanal",
  name: "Name",
  description: "Beschreibung",
  descriptionHint: "Wofür er da ist. Gespeichert wird, wenn du das Feld verlässt.",
  folder: "Ordner",
  noFolder: "In keinem Ordner",
  reading: "Wer lesen darf",
  kind: "Art des Kanals",
  changeKind: "Ändern, wer lesen darf",
  changeKindTitle: (name) => `Ändern, wer #${name} lesen darf?`,
  becomes: (kind) => `Er wird: ${kind}.`,
  consequences: {
    webEnds: () => "Ohne Konto kann ihn niemand mehr lesen.",
    webReads: () => "Alle im Internet können ihn lesen, mit allem, was hier je geschrieben wurde.",
    othersLose: (members) =>
      plural(members, {
        one: "Nur das eine Mitglied sieht ihn noch. Alle anderen verlieren ihn und kommen nur herein, wenn sie hinzugefügt werden.",
        other:
          "Nur die # Mitglieder sehen ihn noch. Alle anderen verlieren ihn und kommen nur herein, wenn sie hinzugefügt werden.",
      }),
    othersRead: () => "Alle außer Gästen können ihn finden, beitreten und alles lesen, was hier je geschrieben wurde.",
    earlierHidden: () => "Wer beitritt, liest nur, was von da an geschrieben wird.",
    earlierShown: () => "Die Mitglieder lesen alles, auch was vor ihrem Beitritt geschrieben wurde.",
    guestsStay: () => "Gäste sehen ihn erst, wenn sie hinzugefügt werden.",
  },
  obstacles: {
    content: "Du kannst diesen Kanal selbst nicht lesen. Tritt ihm zuerst bei.",
    default: "Neue Personen kommen von selbst in diesen Kanal; deshalb kann er nicht privat sein.",
    moderation: "Gemeldete Nachrichten kommen in diesen Kanal; deshalb muss er privat bleiben.",
    permission: "Du darfst keine Kanäle dieser Art anlegen.",
    web: "Die Organisation lässt niemanden ohne Konto lesen.",
  },
  locks: {
    administer: "Das dürfen nur Administratoren der Organisation und dieses Kanals ändern.",
    content: "Das darf nur ändern, wer diesen Kanal lesen kann.",
    deleting: "Du darfst nicht bestimmen, wer Nachrichten löscht.",
    administrators: "Das dürfen nur Administratoren der Organisation ändern.",
    owners: "Das dürfen nur Besitzer der Organisation ändern.",
    topics: "Du darfst nicht über Themen bestimmen.",
  },
  joining: "Beitreten",
  isDefault: "Neue Personen sind von selbst darin",
  isDefaultHint: "Gäste nicht. Wer schon da ist, wird nicht hinzugefügt.",
  privateNoDefault: "Private Kanäle sind nicht für alle, die neu sind.",
  posting: "Wer was darf",
  permissions: {
    can_send_message_group: "Schreiben",
    can_administer_channel_group: "Den Kanal verwalten",
    can_add_subscribers_group: "Personen hinzufügen",
    can_remove_subscribers_group: "Personen entfernen",
    can_subscribe_group: "Beitreten, ohne hinzugefügt zu werden",
    can_resolve_topics_group: "Themen als gelöst markieren",
    can_move_messages_within_channel_group: "Nachrichten im Kanal verschieben",
    can_move_messages_out_of_channel_group: "Nachrichten aus dem Kanal verschieben",
    can_delete_any_message_group: "Nachrichten von allen löschen",
    can_delete_own_message_group: "Eigene Nachrichten löschen",
  },
  permissionHints: {
    can_administer_channel_group: "Sie ändern alles hier. Um zu lesen, müssen sie im Kanal sein.",
    can_add_subscribers_group: "Neben denen, die überall Personen hinzufügen dürfen. Sie dürfen den Kanal auch lesen.",
    can_subscribe_group: "Zählt für private Kanäle. Sie dürfen den Kanal auch lesen.",
    can_remove_subscribers_group: "Administratoren dürfen es in jedem Fall.",
  },
  messages: "Themen und Nachrichten",
  others: "Wer hier mehr darf als anderswo",
  othersHint: "Neben denen, die es in der ganzen Organisation dürfen.",
  topics: "Themen ohne Namen",
  topicPolicies: {
    inherit: (isAllowed) =>
      isAllowed ? "Wie in der Organisation (erlaubt)" : "Wie in der Organisation (nicht erlaubt)",
    allow_empty_topic: "Sind erlaubt",
    disable_empty_topic: "Sind nicht erlaubt",
    empty_topic_only: "Alle: der Kanal hat keine Themen",
  },
  keeping: "Wie lange Nachrichten bleiben",
  ending: "Archiv",
  archiveHint:
    "Niemand kann mehr schreiben. Alles bleibt und kann von denen gelesen und gefunden werden, die es jetzt können. Der Kanal lässt sich aus dem Archiv zurückholen.",
  archivedHint: "Dieser Kanal ist im Archiv: man kann ihn lesen, aber nicht schreiben.",
  archive: "Kanal archivieren",
  archiveTitle: (name) => `#${name} archivieren?`,
  archiveText: (members) =>
    plural(members, {
      one: "Das eine Mitglied behält ihn unter den archivierten Kanälen.",
      other: "Die # Mitglieder behalten ihn unter den archivierten Kanälen.",
    }),
  archiveDefault: "Neue Personen kommen nicht mehr hinein.",
  archivedNow: (name) => `#${name} ist archiviert`,
  unarchive: "Aus dem Archiv holen",
  unarchived: (name) => `#${name} ist zurück`,
};

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
