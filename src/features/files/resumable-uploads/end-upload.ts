import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { accessUpload, endUpload } from "./resumable-uploads.ts";

export const endUploadEndpoint = action({
  route: "DELETE /resumable_uploads/:token",
  internal: true,
  limited: "files",
  params: { token: text("id") },
  reply: {},
  run({ realm, actor, params: { token } }) {
    endUpload(realm, accessUpload(realm, actor, token));
    return {};
  },
});
