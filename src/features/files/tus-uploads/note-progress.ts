import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json, text } from "../../../api/parameter.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { describedSchema } from "./described-file.ts";
import { accessUpload, noteBegun, noteEnded, notePart, noteRest } from "./tus-uploads.ts";

const progressSchema = v.variant("kind", [
  v.object({ kind: v.literal("begun"), upload_id: boundedText("token"), described: describedSchema }),
  v.object({ kind: v.literal("part"), part: v.number(), etag: boundedText("id") }),
  v.object({ kind: v.literal("rest"), bytes: v.number() }),
  v.object({ kind: v.literal("ended") }),
]);
export type Progress = v.InferOutput<typeof progressSchema>;

/** Number of the next part, if a part was recorded. */
export const progressReply = { part: v.nullable(v.number()) };

/** Records the progress of a request that sends bytes. Everything it lists is in the store. */
export const noteProgressEndpoint = action({
  route: "POST /resumable_uploads/:token/progress",
  internal: true,
  limited: false,
  params: { token: text("id"), turn: integer, progress: json(progressSchema) },
  reply: progressReply,
  run({ realm, actor, params: { token, turn, progress } }) {
    const row = accessUpload(realm, actor, token);
    if (progress.kind === "part") return { part: notePart(realm, row, { turn, ...progress }) };
    if (progress.kind === "begun") noteBegun(realm, row, { turn, ...progress });
    else if (progress.kind === "rest") noteRest(realm, row, { turn, ...progress });
    else noteEnded(realm, row, { turn });
    return { part: null };
  },
});
