import { stateSlice } from "../../../realm/state-slice.ts";
import { remindersOf } from "./reminders.ts";

export const reminderState = stateSlice({
  types: ["reminders"],
  collect: ({ realm, actor }) => ({ reminders: actor === null ? [] : remindersOf(realm, actor) }),
});
