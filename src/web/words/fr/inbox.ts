import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";
import type { inboxWords } from "../inbox.ts";

export const inbox: Translation<typeof inboxWords> = {
  title: "Boîte de réception",
  summary: (unread, mine) =>
    mine === 0
      ? plural(unread, { one: "# non lu", other: "# non lus" })
      : `${plural(unread, { one: "# non lu", other: "# non lus" })}, ${plural(mine, { other: "# pour vous" })}`,
  conversations: (count) => plural(count, { one: "Dans # conversation", other: "Dans # conversations" }),
  forYou: "Pour vous",
  markAll: "Tout marquer comme lu",
  markRead: "Marquer comme lu",
  allRead: "Vous êtes à jour",
  allReadText: "Les nouveaux messages apparaîtront ici.",
  browse: "Parcourir les canaux",
  recent: "Conversations récentes",
  older: "Il y a aussi des messages non lus plus anciens.",
  undo: (count) => plural(count, { one: "# message marqué comme lu", other: "# messages marqués comme lus" }),
  open: "Ouvrir",
  nextUnread: "Non lu suivant",
  unreadIn: (name, count, isMentioned = false) =>
    plural(count, { one: `${name}, # message non lu`, other: `${name}, # messages non lus` }) +
    (isMentioned ? ", vous êtes mentionné" : ""),
};
