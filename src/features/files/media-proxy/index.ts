import { action } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { ApiError } from "../../../protocol/errors.ts";
import { externalPage } from "./external-page.ts";
import { isSigned, schema } from "./signed-address.ts";

/** Checks that the organization signed a URL. Called by the page that serves its content. */
const checkExternalAddressEndpoint = action({
  route: "GET /external_content/:digest",
  internal: true,
  by: "anyone",
  limited: "files",
  params: { digest: text("id"), url: text("url") },
  run({ realm, params: { digest, url } }) {
    if (!isSigned(realm, digest, url)) {
      throw new ApiError({ code: "BAD_REQUEST", msg: "Invalid signature of the address", status: 403 });
    }
  },
});

export const externalContent = feature({
  name: "external-content",
  schema,
  archive: { leftOut: { external_content_secret: "of the server: it signs the addresses of pictures elsewhere" } },
  endpoints: [checkExternalAddressEndpoint],
  pages: [externalPage],
});
