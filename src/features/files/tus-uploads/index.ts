import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { count, integer, json, text } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { heldPrefixesHook } from "../storage/hooks.ts";
import { arrivedSchema, beginTurnEndpoint, uploadState, uploadStateReply } from "./begin-turn.ts";
import { DISCARD_UPLOAD_JOB, discardUpload } from "./discard-upload.ts";
import { noteProgressEndpoint } from "./receive-file.ts";
import { describedSchema, schema } from "./rows.ts";
import { tusPages } from "./tus-pages.ts";
import {
  accessUpload,
  createUpload,
  ENDED_UPLOADS_TIMER,
  endSilentUploads,
  endUpload,
  finishUpload,
  isReceiving,
  restPrefix,
} from "./tus-uploads.ts";

const createUploadEndpoint = action({
  route: "POST /resumable_uploads",
  internal: true,
  limited: "files",
  params: { length: count, metadata: text("upload_metadata") },
  reply: uploadStateReply,
  run: ({ realm, actor, params }) => uploadState(createUpload(realm, actor, params)),
});

const getUploadEndpoint = action({
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

const finishUploadEndpoint = action({
  route: "POST /resumable_uploads/:token/finish",
  internal: true,
  limited: false,
  params: { token: text("id"), turn: integer, described: json(describedSchema) },
  reply: arrivedSchema.entries,
  run: ({ realm, actor, params: { token, ...rest } }) => finishUpload(realm, accessUpload(realm, actor, token), rest),
});

const endUploadEndpoint = action({
  route: "DELETE /resumable_uploads/:token",
  internal: true,
  limited: "files",
  params: { token: text("id") },
  run: ({ realm, actor, params: { token } }) => endUpload(realm, accessUpload(realm, actor, token)),
});

/**
 * Uploads that resume after a lost connection, by the tus.io protocol (1.0). Data is stored in parts of equal size,
 * with a remainder too short for a part next to them. After each write, the realm records the progress. Everything
 * reported to a client is therefore in the store, no matter where a request breaks off.
 */
export const resumableUploads = feature({
  name: "resumable-uploads",
  schema,
  archive: { leftOut: { resumable_uploads: "of the moment" } },
  endpoints: [
    createUploadEndpoint,
    getUploadEndpoint,
    beginTurnEndpoint,
    noteProgressEndpoint,
    finishUploadEndpoint,
    endUploadEndpoint,
  ],
  pages: tusPages,
  timers: { [ENDED_UPLOADS_TIMER]: ({ realm }) => endSilentUploads(realm) },
  jobs: { [DISCARD_UPLOAD_JOB]: discardUpload },
  handlers: [on(heldPrefixesHook, (realm) => [restPrefix(realm)])],
});
