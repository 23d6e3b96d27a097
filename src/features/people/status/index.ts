import { feature } from "../../../feature.ts";
import { isZulipClient } from "../../../protocol/zulip-terminal.ts";
import { on } from "../../../realm/hook.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { shownEmoji } from "../../organization/emoji/shown-emoji.ts";
import { userBecameVisibleHook } from "../../organization/users/hooks.ts";
import { settingChangedHook } from "../settings/hooks.ts";
import { statusChanged } from "./events.ts";
import { getStatusEndpoint } from "./get-status.ts";
import { schema } from "./rows.ts";
import { changeStatus, statuses, tellStatusTo } from "./status.ts";
import { updateOwnStatusEndpoint } from "./update-own-status.ts";
import { updateStatusOfEndpoint } from "./update-status-of.ts";

/** What people say of what they are doing. */
export const status = feature({
  name: "status",
  schema,
  endpoints: [updateOwnStatusEndpoint, updateStatusOfEndpoint, getStatusEndpoint],
  events: [statusChanged],
  // Whoever does not want to be seen is away, in older words.
  handlers: [
    on(settingChangedHook, (realm, user, name, value) => {
      if (name === "presence_enabled") changeStatus(realm, user.id, {}, !value);
    }),
    on(userBecameVisibleHook, tellStatusTo),
  ],
  state: [
    stateSlice({
      types: ["user_status"],
      collect: ({ realm, actor }) => (actor === null ? {} : statuses(realm, actor)),
      shape: (collected, { name }) => ({
        user_status: Object.fromEntries(
          Object.entries(collected).map(([user, status]) => [user, shownEmoji(status, isZulipClient(name))]),
        ),
      }),
    }),
  ],
});
