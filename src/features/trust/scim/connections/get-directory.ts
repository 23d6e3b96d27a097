import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { internal, token } from "../protocol/directory-call.ts";
import { admitDirectory } from "./admit-directory.ts";
import { baseAddress } from "./connections.ts";

/** Authenticates a directory for requests the Worker answers itself. */
export const getDirectoryEndpoint = action({
  ...internal,
  route: "GET /scim/directory",
  params: { token },
  reply: { address: v.string() },
  run({ realm, params, request }) {
    admitDirectory(realm, params.token, request);
    return { address: baseAddress(realm) };
  },
});
