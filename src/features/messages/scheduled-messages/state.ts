import { stateSlice } from "../../../realm/state-slice.ts";
import { scheduledMessagesOf } from "./scheduled-messages.ts";

export const scheduledMessageState = stateSlice({
  types: ["scheduled_messages"],
  collect: ({ realm, actor }) => ({
    scheduled_messages: actor === null ? [] : scheduledMessagesOf(realm, actor),
  }),
});
