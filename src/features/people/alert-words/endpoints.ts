import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { json } from "../../../api/parameter.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { MAX_ALERT_WORD_LENGTH } from "../../../protocol/text-lengths.ts";
import { addAlertWords, alertWordsOf, removeAlertWords } from "./alert-words.ts";

export const getAlertWordsEndpoint = action({
  route: "GET /users/me/alert_words",
  params: {},
  reply: { alert_words: v.array(v.string()) },
  run: ({ realm, actor }) => ({ alert_words: alertWordsOf(realm, actor.user_id) }),
});

const hasNoNull = (word: string) => !word.includes("\0");

export const addAlertWordsEndpoint = action({
  route: "POST /users/me/alert_words",
  params: {
    alert_words: json(
      boundedList(
        v.pipe(
          v.string(),
          v.trim(),
          v.maxCodePoints(MAX_ALERT_WORD_LENGTH),
          v.check(hasNoNull, "{} must not contain null bytes"),
        ),
        "ids",
      ),
    ),
  },
  reply: { alert_words: v.array(v.string()) },
  run({ realm, actor, params }) {
    addAlertWords(realm, actor.user_id, params.alert_words);
    return { alert_words: alertWordsOf(realm, actor.user_id) };
  },
});

export const removeAlertWordsEndpoint = action({
  route: "DELETE /users/me/alert_words",
  params: { alert_words: json(boundedList(v.pipe(boundedText("name"), v.trim()), "ids")) },
  reply: { alert_words: v.array(v.string()) },
  run({ realm, actor, params }) {
    removeAlertWords(realm, actor.user_id, params.alert_words);
    return { alert_words: alertWordsOf(realm, actor.user_id) };
  },
});
