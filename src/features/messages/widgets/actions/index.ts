import { feature } from "../../../../feature.ts";
import { on } from "../../../../realm/realm.ts";
import { messagesRemovedHook } from "../../messages/hooks.ts";
import { removeSteps } from "../widgets.ts";
import { addSubmessageEndpoint } from "./add-submessage.ts";
import { submessageAdded } from "./events.ts";

/** Voting in polls, adding tasks, and whatever else is done to widgets. */
export const submessages = feature({
  name: "submessages",
  endpoints: [addSubmessageEndpoint],
  events: [submessageAdded],
  handlers: [on(messagesRemovedHook, removeSteps)],
});
