import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json } from "../../../endpoints/parameter.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { alertWordsOf, removeAlertWords } from "./alert-words.ts";

export const removeAlertWordsEndpoint = action({
  route: "DELETE /users/me/alert_words",
  params: { alert_words: json(boundedList(v.pipe(boundedText("name"), v.trim()), "ids")) },
  reply: { alert_words: v.array(v.string()) },
  run({ realm, actor, params }) {
    removeAlertWords(realm, actor.user_id, params.alert_words);
    return { alert_words: alertWordsOf(realm, actor.user_id) };
  },
});
