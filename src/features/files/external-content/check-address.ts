import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { ApiError } from "../../../protocol/errors.ts";
import { isSigned } from "./signed-address.ts";

/** Checks that an address is one that the organization has signed; the page that serves what is there asks here. */
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
