import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { alertWordsOf } from "./alert-words.ts";

export const getAlertWordsEndpoint = action({
  route: "GET /users/me/alert_words",
  params: {},
  reply: { alert_words: v.array(v.string()) },
  run: ({ realm, actor }) => ({ alert_words: alertWordsOf(realm, actor.user_id) }),
});
