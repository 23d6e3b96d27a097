import { stateSlice } from "../../../realm/state-slice.ts";

/** Whether channels have addresses for mail: a field of this server's own. */
export const incomingMailSlice = stateSlice({
  types: ["realm"],
  collect: ({ realm }) => ({ server_incoming_mail: realm.config.mailIn !== null }),
});
