import { createHmac } from "node:crypto";
import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { integer, optional, text } from "../../../api/parameter.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { readsLevelForm } from "../../../protocol/client-dialect.ts";
import { badRequest, notForPeopleOutside } from "../../../protocol/errors.ts";
import { toUserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { storedSecret } from "../../../realm/stored-secret.ts";
import { isSameSecret } from "../../../util/is-same.ts";
import { randomToken } from "../../../util/random.ts";
import { after, MINUTE, type Seconds, seconds } from "../../../util/time.ts";
import {
  attachmentAt,
  attachmentsOf,
  ownAttachment,
  removeAttachment,
  reserveUpload,
  uploadKey,
  uploadSpaceUsed,
} from "../attachments/attachments.ts";
import { attachmentSchema, shownAttachment } from "../attachments/events.ts";
import { isStillInsideHook, mayUploadHook } from "../attachments/hooks.ts";
import { dropFiles } from "../storage/drop-files.ts";
import { keepFile } from "../storage/files.ts";
import { hasThumbnail, makeThumbnails } from "../storage/pictures/thumbnails.ts";
import { accessFile, noSuchFile, notAllowed } from "./access.ts";
import { checkRoom, roomLeft } from "./room-left.ts";
import { keepUpload, storeUpload } from "./store-upload.ts";

function checkMayUpload(realm: Realm, actor: Actor): void {
  if (realm.collect(mayUploadHook, actor).includes(false)) throw notForPeopleOutside();
}

const uploadFileEndpoint = action({
  route: "POST /user_uploads",
  outside: true,
  streams: true,
  file: "required",
  params: {
    /** If set, the body is the raw file. A Parley extension that is cheaper than a form. */
    filename: optional(text("name")),
  },
  reply: { url: v.string(), uri: v.string(), filename: v.string() },
  plan({ realm, actor }) {
    checkMayUpload(realm, actor);
    const place = `${randomToken(realm.random, 2)}/${randomToken(realm.random, 24)}`;
    return { place, key: reserveUpload(realm, actor.user_id, place), room: roomLeft(realm) };
  },
  async prepare({ plan: { place, key, room }, parts, env, config }) {
    const file = await storeUpload(env.UPLOADS, parts, { key, room, config });
    if (file.image !== undefined) await makeThumbnails(env, key, file.image);
    return { place, key, file };
  },
  undo: ({ plan: { key }, env }) => dropFiles(env, key),
  run({ realm, actor, prepared: { place, key, file } }) {
    checkMayUpload(realm, actor);
    checkRoom(realm, file.size);
    keepFile(realm, key);
    const { url, filename } = keepUpload(realm, { owner: actor.user_id, place, file });
    return { url, uri: url, filename };
  },
});

/** Validity of a temporary URL: long enough to follow it at once (messages.md 15). */
const LIFETIME = MINUTE;

/**
 * Returns a URL that opens a file without an account. Its signature covers the expiry, so the server stores nothing.
 * For someone who joined through an outside link, the URL stops working when their access ends.
 */
function temporaryUrl(realm: Realm, actor: Actor | null, path_id: string): string {
  const outside = actor?.outside === true ? actor.user_id : 0;
  const expires = after(realm.seconds(), LIFETIME);
  const signed = signature(realm, expires, outside, path_id);
  return `/user_uploads/temporary/${expires}.${outside}.${signed}/${path_id}`;
}

/**
 * Returns the user who joined through an outside link, if the temporary URL was created for one. Throws if the URL is
 * invalid or expired.
 */
function readerByToken(realm: Realm, token: string, path_id: string): Reader {
  const [, expires = "0", outside = "0", signed = ""] = /^(\d+)\.(\d+)\.([\w-]+)$/.exec(token) ?? [];
  const [end, user] = [seconds(Number(expires)), Number(outside)];
  const isSigned = isSameSecret(signed, signature(realm, end, user, path_id));
  if (!isSigned || end <= realm.seconds() || (user !== 0 && !isInside(realm, user))) throw notAllowed();
  return user === 0 ? {} : { outside_user_id: user };
}

const isInside = (realm: Realm, user: number): boolean =>
  realm.collect(isStillInsideHook, toUserId(user)).includes(true);

/** Set if the user who opens a file joined through an outside link. Their downloads end with their access. */
const reader = { outside_user_id: v.optional(v.number()) };
export type Reader = v.InferOutput<v.ObjectSchema<typeof reader, undefined>>;

const signature = (realm: Realm, expires: Seconds, outside: number, path_id: string): string =>
  createHmac("sha256", secret(realm)).update(`${expires} ${outside} ${path_id}`).digest("base64url");

const secret = storedSecret("file_secret");

/** Creates a temporary URL for a file. The page that serves files also calls this to check access. */
const getTemporaryUrlEndpoint = action({
  route: "GET /user_uploads/:realm_id/:path+",
  outside: true,
  scope: "files",
  by: "spectator",
  limited: "files",
  params: { realm_id: integer, path: text("url") },
  reply: { url: v.string(), ...reader },
  run({ realm, actor, params: { realm_id, path } }) {
    const url = temporaryUrl(realm, actor, accessFile(realm, actor, `${realm_id}/${path}`).path_id);
    return { url, ...(actor?.outside === true && { outside_user_id: actor.user_id }) };
  },
});

/** Checks that a temporary URL is signed and not expired. Called by the page that serves the file. */
const checkTemporaryUrlEndpoint = action({
  route: "GET /user_uploads/temporary/:token/:path+",
  internal: true,
  by: "anyone",
  limited: "files",
  params: { token: text("id"), path: text("url") },
  reply: reader,
  run({ realm, params: { token, path } }) {
    const found = readerByToken(realm, token, path);
    if (attachmentAt(realm, path) === undefined) throw noSuchFile();
    return found;
  },
});

/**
 * Checks that someone who joined through an outside link still has access. Called by the page that serves them a file,
 * repeatedly until it is sent.
 */
const checkInsideEndpoint = action({
  route: "GET /user_uploads/outside/:user_id",
  internal: true,
  by: "anyone",
  limited: false,
  params: { user_id: integer },
  run({ realm, params: { user_id } }) {
    if (!isInside(realm, user_id)) throw notAllowed();
  },
});

/** Returns whether an uploaded file has a thumbnail. Thumbnails of pictures are created on upload (messages.md 15). */
const getThumbnailStatusEndpoint = shapedAction({
  route: "GET /thumbnail/status/:realm_id/:path+",
  outside: true,
  by: "spectator",
  limited: "files",
  params: { realm_id: integer, path: text("url") },
  reply: { has_thumbnail: v.boolean() },
  run({ realm, actor, params: { realm_id, path } }) {
    const { path_id, width, animated } = accessFile(realm, actor, `${realm_id}/${path}`);
    return { path_id, isPicture: width !== null, animated: animated === 1 };
  },
  async shape({ env, result: { path_id, isPicture, animated } }) {
    return { has_thumbnail: isPicture && (await hasThumbnail(env, uploadKey(path_id), { animated })) };
  },
});

const getAttachmentsEndpoint = action({
  route: "GET /attachments",
  reply: { attachments: v.array(attachmentSchema), upload_space_used: v.number() },
  run: ({ realm, actor, request }) => ({
    attachments: attachmentsOf(realm, actor.user_id).map((one) => shownAttachment(one, readsLevelForm(request.client))),
    upload_space_used: uploadSpaceUsed(realm),
  }),
});

const deleteAttachmentEndpoint = action({
  route: "DELETE /attachments/:attachment_id",
  params: { attachment_id: integer },
  run({ realm, actor, params }) {
    const file = ownAttachment(realm, actor.user_id, params.attachment_id);
    if (file === undefined) throw badRequest("Invalid attachment");
    removeAttachment(realm, file);
  },
});

export const attachmentEndpoints = [
  uploadFileEndpoint,
  getTemporaryUrlEndpoint,
  checkTemporaryUrlEndpoint,
  checkInsideEndpoint,
  getThumbnailStatusEndpoint,
  getAttachmentsEndpoint,
  deleteAttachmentEndpoint,
];
