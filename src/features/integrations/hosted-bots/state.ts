import { stateSlice } from "../../../realm/state-slice.ts";

/** No part of Zulip's API: whether the server runs programs of bots. */
export const hostedBotsSlice = stateSlice({
  types: ["realm_bot"],
  collect: ({ realm, actor }) => ({ server_runs_bots: actor !== null && realm.config.runsBots }),
});
