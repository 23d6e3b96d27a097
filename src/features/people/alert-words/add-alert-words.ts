import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json } from "../../../endpoints/parameter.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { LONGEST_ALERT_WORD } from "../../../protocol/text-lengths.ts";
import { addAlertWords, alertWordsOf } from "./alert-words.ts";

const hasNoNull = (word: string) => !word.includes("\0");

export const addAlertWordsEndpoint = action({
  route: "POST /users/me/alert_words",
  params: {
    alert_words: json(
      boundedList(
        v.pipe(
          v.string(),
          v.trim(),
          v.maxCodePoints(LONGEST_ALERT_WORD),
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
