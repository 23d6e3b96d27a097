import { feature } from "../../../feature.ts";
import { attachmentEndpoints } from "./endpoints.ts";
import { filePages } from "./file-pages.ts";
import { schema } from "./rows.ts";

export const attachmentsActions = feature({
  name: "uploads",
  schema,
  archive: { leftOut: { file_secret: "of the server: it signs links that last a minute" } },
  endpoints: attachmentEndpoints,
  pages: filePages,
});
