import { feature } from "../../../feature.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { addAlertWordsEndpoint } from "./add-alert-words.ts";
import { alertWordsOf } from "./alert-words.ts";
import { alertWordsChanged } from "./events.ts";
import { getAlertWordsEndpoint } from "./get-alert-words.ts";
import { removeAlertWordsEndpoint } from "./remove-alert-words.ts";
import { schema } from "./rows.ts";

/** Words that somebody wants to be told of wherever they occur. */
export const alertWords = feature({
  name: "alert-words",
  schema,
  endpoints: [getAlertWordsEndpoint, addAlertWordsEndpoint, removeAlertWordsEndpoint],
  events: [alertWordsChanged],
  state: [
    stateSlice({
      types: ["alert_words"],
      collect: ({ realm, actor }) => ({ alert_words: actor === null ? [] : alertWordsOf(realm, actor.user_id) }),
    }),
  ],
});
