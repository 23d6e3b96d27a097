import { stateSlice } from "../../../realm/state-slice.ts";
import { emojiObjects } from "./custom-emoji.ts";

export const emojiState = stateSlice({
  types: ["realm_emoji"],
  collect: ({ realm }) => ({ realm_emoji: emojiObjects(realm) }),
});
