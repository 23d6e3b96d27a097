import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { count, optional, text } from "../../../api/parameter.ts";
import { urlOf } from "../attachment-actions/store-upload.ts";
import { type ResumableUpload, turnSchema } from "./rows.ts";
import { accessUpload, beginTurn } from "./tus-uploads.ts";

export const uploadStateReply = {
  token: v.string(),
  metadata: v.string(),
  length: v.number(),
  received: v.number(),
  expires_at: v.number(),
};

export const uploadState = ({ token, metadata, length, received, expires_at }: ResumableUpload) => ({
  ...{ token, metadata, length, received, expires_at },
});

export const arrivedSchema = v.object({ url: v.string(), filename: v.string() });

export const turnReply = {
  ...uploadStateReply,
  turn: v.nullable(turnSchema),
  arrived: v.nullable(arrivedSchema),
};

/** Starts a request that sends bytes. If the upload has already arrived, returns where the file is instead. */
export const beginTurnEndpoint = action({
  route: "POST /resumable_uploads/:token/turn",
  internal: true,
  limited: "files",
  params: { token: text("id"), offset: count, bytes: optional(count) },
  reply: turnReply,
  run({ realm, actor, params: { token, offset, bytes } }) {
    const row = accessUpload(realm, actor, token);
    const arrived = offset === row.length && !bytes ? arrivedOf(row) : null;
    return {
      ...uploadState(row),
      turn: arrived === null ? beginTurn(realm, row, { offset, bytes }) : null,
      arrived,
    };
  },
});

const arrivedOf = ({ path_id, filename }: ResumableUpload) =>
  path_id === null ? null : { url: urlOf(path_id), filename: filename ?? "" };
