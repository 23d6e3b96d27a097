import { feature } from "../../../feature.ts";
import {
  addAlertWordsEndpoint,
  alertWordArchive,
  alertWordsStateSlice,
  getAlertWordsEndpoint,
  removeAlertWordsEndpoint,
  schema,
} from "./alert-words.ts";
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
