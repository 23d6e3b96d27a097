import { isGuest } from "../../../../protocol/actor.ts";
import { stateSlice } from "../../../../realm/state-slice.ts";
import { defaultGroups } from "./default-groups.ts";

export const defaultGroupState = stateSlice({
  types: ["default_stream_groups"],
  collect: ({ realm, actor }) => ({
    realm_default_stream_groups: actor === null || isGuest(actor) ? [] : defaultGroups(realm),
  }),
});
