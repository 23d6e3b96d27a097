import { feature } from "../../../feature.ts";
import { checkExternalAddressEndpoint } from "./check-address.ts";
import { externalPage } from "./external-page.ts";
import { schema } from "./rows.ts";

/** Pictures and films of other sites, which the server fetches in place of those who read messages. */
export const externalContent = feature({
  name: "external-content",
  schema,
  archive: { leftOut: { external_content_secret: "of the server: it signs the addresses of pictures elsewhere" } },
  endpoints: [checkExternalAddressEndpoint],
  pages: [externalPage],
});
