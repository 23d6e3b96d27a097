import type { Translation } from "../../../catalog.ts";
import type { topicSettingsWords } from "../../../settings/own/topics.ts";

export const topicSettings: Translation<typeof topicSettingsWords> = {
  rows: {
    automatically_follow_topics_policy: "Themen folgen",
    automatically_unmute_topics_in_muted_streams_policy: "Themen in stummen Kanälen laut stellen",
    automatically_follow_topics_where_mentioned: "Themen folgen, in denen ich erwähnt werde",
    resolved_topic_notice_auto_read_policy: "Hinweise auf erledigte Themen gelten als gelesen",
    yours: "Themen mit eigener Regel",
  },
  hints: {},
  options: {
    automatically_follow_topics_policy: {
      1: "In denen ich schreibe, reagiere oder abstimme",
      2: "In denen ich schreibe",
      3: "Die ich beginne",
      4: "Nie",
    },
    automatically_unmute_topics_in_muted_streams_policy: {
      1: "In denen ich schreibe, reagiere oder abstimme",
      2: "In denen ich schreibe",
      3: "Die ich beginne",
      4: "Nie",
    },
    resolved_topic_notice_auto_read_policy: {
      always: "Immer",
      except_followed: "Außer bei Themen, denen ich folge",
      never: "Nie",
    },
  },
  automatic: "Automatisch",
  policies: { 0: "Wie ihr Kanal", 1: "Stumm", 2: "Laut", 3: "Gefolgt" },
  policyOf: (topic) => `Regel für ${topic}`,
  remove: (topic) => `Wie ihr Kanal: ${topic}`,
  none: "Kein Thema hat eine eigene Regel.",
  noneHint: "Im Menü eines Themas kannst du ihm folgen oder es stumm stellen.",
  find: "Thema suchen",
  notFound: "So heißt kein Thema.",
};
