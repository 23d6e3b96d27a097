import { feature } from "../../../feature.ts";
import { checkExternalAddressEndpoint } from "./check-address.ts";
import { externalPage } from "./external-page.ts";
import { schema } from "./rows.ts";

/** Pictures and films of other sites, which the server fetches in place of those who read messages. */
export const externalContent = feature({
  name: "external-content",
  schema,
  endpoints: [checkExternalAddressEndpoint],
  pages: [externalPage],
});
