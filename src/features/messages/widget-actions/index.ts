import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, oneOf, textParameter } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import { accessMessageToChange } from "../core/store/access-to-change.ts";
import { submessageAdded } from "./events.ts";
import { addSubmessage } from "./submessages.ts";

const addSubmessageEndpoint = action({
  route: "POST /submessage",
  outside: true,
  params: {
    message_id: integer,
    msg_type: oneOf("widget"),
    content: textParameter(v.pipe(v.string(), v.maxCodePoints(lengthLimits.max_message_length))),
  },
  run({ realm, actor, params: { message_id, content } }) {
    const { place } = accessMessageToChange(realm, actor, message_id);
    addSubmessage(realm, actor, place, content);
  },
});

/** Adds submessages to widgets: votes, options, tasks. */
export const widgetsActions = feature({
  name: "submessages",
  endpoints: [addSubmessageEndpoint],
  events: [submessageAdded],
});
