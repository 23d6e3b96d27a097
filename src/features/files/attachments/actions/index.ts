import { feature } from "../../../../feature.ts";
import { deleteAttachmentEndpoint } from "./delete-attachment.ts";
import { filePages } from "./file-pages.ts";
import { getAttachmentsEndpoint } from "./get-attachments.ts";
import { checkTemporaryUrlEndpoint, getTemporaryUrlEndpoint } from "./get-temporary-url.ts";
import { getThumbnailStatusEndpoint } from "./get-thumbnail-status.ts";
import { schema } from "./rows.ts";
import { uploadFileEndpoint } from "./upload-file.ts";

/** Uploading files, and serving them to those who may open them. */
export const attachmentsActions = feature({
  name: "uploads",
  schema,
  archive: { leftOut: { file_secret: "of the server: it signs links that last a minute" } },
  endpoints: [
    uploadFileEndpoint,
    getTemporaryUrlEndpoint,
    checkTemporaryUrlEndpoint,
    getThumbnailStatusEndpoint,
    getAttachmentsEndpoint,
    deleteAttachmentEndpoint,
  ],
  pages: filePages,
});
