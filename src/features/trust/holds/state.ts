import { stateSlice } from "../../../realm/state-slice.ts";

/** Whether holds are possible on this server, which everybody may know: a field of its own. */
export const holdsSlice = stateSlice({
  types: ["realm"],
  collect: ({ realm }) => ({ server_holds: realm.config.holds }),
});
