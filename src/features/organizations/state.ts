import { defaultServerFlags, defaultVideoChatProviders } from "../../protocol/server-flags.ts";
import { stateSlice } from "../../realm/state-slice.ts";
import { systemGroupIds } from "../groups/groups.ts";
import { realmPermissionValues, realmSettings } from "./organizations.ts";
import { offeredMethods, realmFacts } from "./realm-facts.ts";
import { realmState } from "./realm-state.ts";

export const realmStateSlice = stateSlice({
  types: ["realm"],
  collect: ({ realm, request }) =>
    realmState({
      settings: realmSettings(realm),
      permissions: realmPermissionValues(realm),
      systemGroupIds: systemGroupIds(realm),
      facts: realmFacts(realm, request),
      flags: { ...defaultServerFlags, development_environment: realm.config.devLogin },
      videoChatProviders: defaultVideoChatProviders,
      offeredMethods: offeredMethods(realm.config),
      enabledMethods: {},
      serverGeneration: realm.identity.created_at,
    }),
});
