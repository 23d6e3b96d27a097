import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

export const alertWordsChanged = event({
  type: "alert_words",
  fields: { alert_words: v.array(v.string()) },
});
