import { action } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import { ApiError } from "../../../protocol/errors.ts";
import { isSigned } from "./signed-address.ts";

/** Checks that the organization signed a URL. Called by the page that serves its content. */
export const checkExternalAddressEndpoint = action({
  route: "GET /external_content/:digest",
  internal: true,
  by: "anyone",
  limited: "files",
  params: { digest: text("id"), url: text("url") },
  reply: {},
  run({ realm, params: { digest, url } }) {
    if (!isSigned(realm, digest, url)) {
      throw new ApiError({ code: "BAD_REQUEST", msg: "Invalid signature of the address", status: 403 });
    }
    return {};
  },
});
