import { feature } from "../../../feature.ts";
import { attachmentEndpoints } from "./endpoints.ts";
import { filePages } from "./file-pages.ts";

export const attachmentsActions = feature({
  name: "uploads",
  schema: [
    `-- Signs temporary file URLs.
   CREATE TABLE file_secret (secret TEXT NOT NULL) STRICT;`,
  ],
  archive: { leftOut: { file_secret: "of the server: it signs links that last a minute" } },
  endpoints: attachmentEndpoints,
  pages: filePages,
});
