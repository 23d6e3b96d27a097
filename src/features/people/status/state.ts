import { readsLevelForm } from "../../../protocol/client-dialect.ts";
import { shownEmoji } from "../../../protocol/emoji.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { visibleStatuses } from "./status.ts";

export const statusStateSlice = stateSlice({
  types: ["user_status"],
  collect: ({ realm, actor }) => (actor === null ? {} : visibleStatuses(realm, actor)),
  shape: (collected, { name }) => ({
    user_status: Object.fromEntries(
      Object.entries(collected).map(([user, status]) => [user, shownEmoji(status, readsLevelForm(name))]),
    ),
  }),
});
