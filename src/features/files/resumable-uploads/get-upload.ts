import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { accessUpload } from "./resumable-uploads.ts";
import { uploadState, uploadStateReply } from "./upload-state.ts";

export const getUploadEndpoint = action({
  route: "GET /resumable_uploads/:token",
  internal: true,
  limited: "files",
  params: { token: text("id") },
  reply: uploadStateReply,
  run: ({ realm, actor, params: { token } }) => uploadState(accessUpload(realm, actor, token)),
});
