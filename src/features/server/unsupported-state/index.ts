import { feature } from "../../../feature.ts";
import { type StateSlice, stateSlice } from "../../../realm/state-slice.ts";

const empty = (type: string, keys: object): StateSlice => stateSlice({ types: [type], collect: () => keys });

/**
 * Fields in the reply to `POST /register` that belong to features this server doesn't have yet. They are empty, but
 * clients expect them. Remove a feature's line when implementing the feature.
 */
export const unsupported = feature({
  name: "unsupported",
  state: [
    empty("giphy", { giphy_api_key: "" }),
    empty("klipy", { klipy_api_key: "" }),
    empty("realm_billing", { realm_billing: { has_pending_sponsorship_request: false } }),
    empty("realm_embedded_bots", { realm_embedded_bots: [] }),
    empty("stop_words", { stop_words: [] }),
    empty("tenor", { tenor_api_key: "" }),
    empty("video_calls", { has_zoom_token: false, has_webex_token: false }),
  ],
});
