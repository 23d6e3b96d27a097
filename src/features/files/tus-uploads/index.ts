import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { heldPrefixesHook } from "../storage/hooks.ts";
import { beginTurnEndpoint } from "./begin-turn.ts";
import { DISCARD_UPLOAD_JOB, discardUpload } from "./discard-upload.ts";
import { createUploadEndpoint, endUploadEndpoint, finishUploadEndpoint, getUploadEndpoint } from "./endpoints.ts";
import { noteProgressEndpoint } from "./receive-file.ts";
import { schema } from "./rows.ts";
import { tusPages } from "./tus-pages.ts";
import { ENDED_UPLOADS_TIMER, endSilentUploads, restPrefix } from "./tus-uploads.ts";

/**
 * Uploads that resume after a lost connection, by the tus.io protocol (1.0). Data is stored in parts of equal size,
 * with a remainder too short for a part next to them. After each write, the realm records the progress. Everything
 * reported to a client is therefore in the store, wherever a request ends.
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
