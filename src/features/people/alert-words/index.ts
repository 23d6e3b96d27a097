import { feature } from "../../../feature.ts";
import { alertWordsStateSlice, schema } from "./alert-words.ts";
import { alertWordArchive } from "./archive.ts";
import { addAlertWordsEndpoint, getAlertWordsEndpoint, removeAlertWordsEndpoint } from "./endpoints.ts";
import { alertWordsChanged } from "./events.ts";

/** Words that mark a message with `has_alert_word` for the user who chose them. */
export const alertWords = feature({
  name: "alert-words",
  schema,
  personal: { alert_words: { user: "user_id" } },
  archive: alertWordArchive,
  endpoints: [getAlertWordsEndpoint, addAlertWordsEndpoint, removeAlertWordsEndpoint],
  events: [alertWordsChanged],
  state: [alertWordsStateSlice],
});
