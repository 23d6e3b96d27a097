import { feature } from "../../../feature.ts";
import { checkExternalAddressEndpoint } from "./check-address.ts";
import { externalPage } from "./external-page.ts";
import { schema } from "./rows.ts";

/** Pictures and videos of other sites, which the server fetches on behalf of readers. */
export const externalContent = feature({
  name: "external-content",
  schema,
  archive: { leftOut: { external_content_secret: "of the server: it signs the addresses of pictures elsewhere" } },
  endpoints: [checkExternalAddressEndpoint],
  pages: [externalPage],
});
