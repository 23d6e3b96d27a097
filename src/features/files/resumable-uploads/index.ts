import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { heldPrefixesHook } from "../storage/hooks.ts";
import { beginTurnEndpoint } from "./begin-turn.ts";
import { DISCARD_UPLOAD_JOB, discardUpload } from "./discard-upload.ts";
import { createUploadEndpoint, endUploadEndpoint, finishUploadEndpoint, getUploadEndpoint } from "./endpoints.ts";
import { noteProgressEndpoint } from "./note-progress.ts";
import { ENDED_UPLOADS_TIMER, endSilentUploads, restPrefix } from "./resumable-uploads.ts";
import { schema } from "./rows.ts";
import { tusPages } from "./tus-pages.ts";

/**
 * Uploads that continue after a lost connection, by the protocol of tus.io (1.0). What arrives is stored in parts of one size,
 * and what is not enough for a part beside them; after each the realm notes how far the upload has come. So what a client is
 * told to be there is in the store, wherever a request ends.
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
