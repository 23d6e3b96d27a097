import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { count, integer, json, text } from "../../../api/parameter.ts";
import { arrivedSchema, uploadState, uploadStateReply } from "./begin-turn.ts";
import { describedSchema } from "./described-file.ts";
import { accessUpload, createUpload, endUpload, finishUpload, isReceiving } from "./tus-uploads.ts";

export const createUploadEndpoint = action({
  route: "POST /resumable_uploads",
  internal: true,
  limited: "files",
  params: { length: count, metadata: text("upload_metadata") },
  reply: uploadStateReply,
  run: ({ realm, actor, params }) => uploadState(createUpload(realm, actor, params)),
});

export const getUploadEndpoint = action({
  route: "GET /resumable_uploads/:token",
  internal: true,
  limited: "files",
  params: { token: text("id") },
  reply: { ...uploadStateReply, is_receiving: v.optional(v.boolean()) },
  run({ realm, actor, params: { token } }) {
    const row = accessUpload(realm, actor, token);
    return { ...uploadState(row), is_receiving: isReceiving(realm, row) };
  },
});

export const finishUploadEndpoint = action({
  route: "POST /resumable_uploads/:token/finish",
  internal: true,
  limited: false,
  params: { token: text("id"), turn: integer, described: json(describedSchema) },
  reply: arrivedSchema.entries,
  run: ({ realm, actor, params: { token, ...rest } }) => finishUpload(realm, accessUpload(realm, actor, token), rest),
});

export const endUploadEndpoint = action({
  route: "DELETE /resumable_uploads/:token",
  internal: true,
  limited: "files",
  params: { token: text("id") },
  run: ({ realm, actor, params: { token } }) => endUpload(realm, accessUpload(realm, actor, token)),
});
