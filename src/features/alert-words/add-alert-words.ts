import * as v from "valibot";
import { action } from "../../http/endpoint.ts";
import { json } from "../../http/parameter.ts";
import { addAlertWords, alertWordsOf } from "./alert-words.ts";

const LONGEST = 100;

export const addAlertWordsEndpoint = action({
  route: "POST /users/me/alert_words",
  params: { alert_words: json(v.array(v.pipe(v.string(), v.trim(), v.maxCodePoints(LONGEST)))) },
  reply: { alert_words: v.array(v.string()) },
  run({ realm, actor, params }) {
    addAlertWords(realm, actor.user_id, params.alert_words);
    return { alert_words: alertWordsOf(realm, actor.user_id) };
  },
});
