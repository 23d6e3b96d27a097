import { feature } from "../../../feature.ts";
import { addAlertWordsEndpoint } from "./add-alert-words.ts";
import { alertWordArchive } from "./archive.ts";
import { alertWordsChanged } from "./events.ts";
import { getAlertWordsEndpoint } from "./get-alert-words.ts";
import { removeAlertWordsEndpoint } from "./remove-alert-words.ts";
import { schema } from "./rows.ts";
import { alertWordsStateSlice } from "./state.ts";

/** Words that mark a message with `has_alert_word` for the user who has chosen them. */
export const alertWords = feature({
  name: "alert-words",
  schema,
  personal: { alert_words: { user: "user_id" } },
  archive: alertWordArchive,
  endpoints: [getAlertWordsEndpoint, addAlertWordsEndpoint, removeAlertWordsEndpoint],
  events: [alertWordsChanged],
  state: [alertWordsStateSlice],
});
