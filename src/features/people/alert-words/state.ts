import { stateSlice } from "../../../realm/state-slice.ts";
import { alertWordsOf } from "./alert-words.ts";

export const alertWordsStateSlice = stateSlice({
  types: ["alert_words"],
  collect: ({ realm, actor }) => ({ alert_words: actor === null ? [] : alertWordsOf(realm, actor.user_id) }),
});
