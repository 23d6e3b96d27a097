import { action } from "../../../endpoints/endpoint.ts";
import { integer, json, text } from "../../../endpoints/parameter.ts";
import { arrivedSchema } from "./begin-turn.ts";
import { describedSchema } from "./described-file.ts";
import { accessUpload, finishUpload } from "./resumable-uploads.ts";

export const finishUploadEndpoint = action({
  route: "POST /resumable_uploads/:token/finish",
  internal: true,
  limited: false,
  params: { token: text("id"), turn: integer, described: json(describedSchema) },
  reply: arrivedSchema.entries,
  run: ({ realm, actor, params: { token, ...rest } }) => finishUpload(realm, accessUpload(realm, actor, token), rest),
});
