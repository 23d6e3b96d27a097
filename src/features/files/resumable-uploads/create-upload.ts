import { action } from "../../../endpoints/endpoint.ts";
import { count, text } from "../../../endpoints/parameter.ts";
import { createUpload } from "./resumable-uploads.ts";
import { uploadState, uploadStateReply } from "./upload-state.ts";

export const createUploadEndpoint = action({
  route: "POST /resumable_uploads",
  internal: true,
  limited: "files",
  params: { length: count, metadata: text("upload_metadata") },
  reply: uploadStateReply,
  run: ({ realm, actor, params }) => uploadState(createUpload(realm, actor, params)),
});
