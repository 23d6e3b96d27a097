import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";

/** The websites, besides its own, whose pages the organization lets ask for an assistant. */
export const getOriginsEndpoint = action({
  route: "GET /assistants/origins",
  by: "anyone",
  internal: true,
  limited: false,
  params: {},
  reply: { origins: v.array(v.string()) },
  run: ({ realm }) => ({ origins: [...realmSettings(realm).assistant_origins] }),
});
