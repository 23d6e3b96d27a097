import { stateSlice } from "../../../realm/state-slice.ts";
import { domainObjects } from "./domains.ts";

export const domainState = stateSlice({
  types: ["realm_domains"],
  collect: ({ realm, actor }) => ({ realm_domains: actor === null ? [] : domainObjects(realm) }),
});
