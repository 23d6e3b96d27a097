import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { ApiError, notFound } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { inMemory, type Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import { after, DAY, inMilliseconds, type Seconds, seconds } from "../../../util/time.ts";
import { checkRoom } from "../attachment-actions/room-left.ts";
import { keepUpload, tooLarge } from "../attachment-actions/store-upload.ts";
import { checkNumberOfFiles, uploadKey } from "../attachments/attachments.ts";
import { discardFile } from "../storage/files.ts";
import { DISCARD_UPLOAD_JOB } from "./discard-upload.ts";
import type { DescribedFile, ResumableUpload, StoredParts, UploadTurn } from "./rows.ts";
import * as rows from "./rows.ts";

export const ENDED_UPLOADS_TIMER = "ended-uploads";

const MIB = 1_048_576;
/** R2 requires parts of equal size, except for the last, and none smaller than this. */
export const PART_BYTES = 5 * MIB;
/** Lifetime of an upload that receives nothing. */
const KEPT_SECONDS = DAY;
const ENDED_AT_ONCE = 100;

/** Key prefix of all remainders: bytes of unfinished uploads that are too few for a part. */
export const restPrefix = ({ id }: Pick<Realm, "id">): string => `${id}/resumable/`;
const prefixOf = (realm: Realm, { token }: ResumableUpload) => `${restPrefix(realm)}${token}/`;
const restKey = (realm: Realm, row: ResumableUpload, turn: number) => `${prefixOf(realm, row)}${turn}`;
const storageKey = (realm: Realm, { place }: ResumableUpload) => uploadKey(`${realm.id}/${place}`);

const conflict = (msg: string) => new ApiError({ code: "BAD_REQUEST", msg, status: 409 });
const takenOver = () => conflict("A newer request continues this upload.");

const endFrom = (realm: Realm): Seconds => after(realm.seconds(), KEPT_SECONDS);

/** Turn of the request that is sending bytes, by upload. In memory, because no request outlives this object. */
const sendingIn = inMemory(() => new Map<string, number>());

/** Whether a request may have bytes that aren't stored yet. */
export const isReceiving = (realm: Realm, { token }: Pick<ResumableUpload, "token">): boolean =>
  sendingIn(realm).has(token);

/** Called when a request has stored all that it received. */
export function noteEnded(realm: Realm, { token }: ResumableUpload, { turn }: { readonly turn: number }): void {
  if (sendingIn(realm).get(token) === turn) sendingIn(realm).delete(token);
}

/** Returns a user's own upload. Throws for others' uploads, as if they didn't exist. */
export function accessUpload(realm: Realm, { user_id: user }: Actor, token: string): ResumableUpload {
  const row = rows.uploadOf.first(realm.sql, { token, user });
  if (row === undefined || row.expires_at <= realm.seconds()) throw notFound("Upload not found.");
  return row;
}

/** Starts an upload. Beyond the account's limit, the longest inactive one is dropped. */
export function createUpload(
  realm: Realm,
  { user_id: user }: Actor,
  { length, metadata }: { readonly length: number; readonly metadata: string },
): ResumableUpload {
  const { maxUploadMib } = realm.config;
  if (length > maxUploadMib * MIB) throw tooLarge(maxUploadMib);
  checkNumberOfFiles(realm, user);
  checkRoomToReceive(realm, length);
  const most = limits.account.resumable_uploads - 1;
  for (const row of rows.uploadsBeyond.all(realm.sql, { user, most })) endUpload(realm, row);
  const place = `${randomToken(realm.random, 2)}/${randomToken(realm.random, 24)}`;
  const expires_at = endFrom(realm);
  const token = randomToken(realm.random, 32);
  const row = rows.insertUpload.one(realm.sql, { token, user, place, metadata, length, expires_at });
  realm.timers.setSooner(ENDED_UPLOADS_TIMER, inMilliseconds(expires_at));
  return row;
}

/** Throws if there isn't enough room. The stored bytes of unfinished uploads count, too. */
const checkRoomToReceive = (realm: Realm, bytes: number): void =>
  checkRoom(realm, bytes + rows.spaceOfUnfinished.one(realm.sql, {}).used);

/**
 * Starts a request that sends bytes from an offset. An older request that hasn't noticed its lost connection can no
 * longer write.
 */
export function beginTurn(
  realm: Realm,
  row: ResumableUpload,
  { offset, bytes }: { readonly offset: number; readonly bytes: number | undefined },
): UploadTurn {
  if (offset !== row.received) throw conflict(`The upload continues at ${row.received}.`);
  if (offset + (bytes ?? 0) > row.length) throw beyondLength();
  checkRoomToReceive(realm, row.length - row.received);
  const part = row.next_part;
  const { turn } = rows.setTurn.one(realm.sql, { token: row.token, next_part: part + 1, expires_at: endFrom(realm) });
  realm.afterCommit(() => sendingIn(realm).set(row.token, turn));
  const parts = storedParts(row);
  const bytesLeft = row.received - parts.length * PART_BYTES;
  return {
    turn,
    key: storageKey(realm, row),
    upload_id: row.upload_id,
    described: row.described === null ? null : readDescribed(row.described, row.token),
    parts,
    part,
    rest: row.rest_turn === null ? null : { key: restKey(realm, row, row.rest_turn), bytes: bytesLeft },
    rest_key: restKey(realm, row, turn),
  };
}

const beyondLength = () =>
  new ApiError({ code: "BAD_REQUEST", msg: "The upload is longer than was said.", status: 413 });

const readParts = stored("resumable_uploads.parts", rows.partsSchema, () => []);
const readDescribed = stored("resumable_uploads.described", v.nullable(rows.describedSchema), () => null);
const storedParts = ({ parts, token }: ResumableUpload): StoredParts => readParts(parts, token);

function checkTurn(row: ResumableUpload, turn: number): void {
  if (row.turn !== turn || row.path_id !== null) throw takenOver();
}

export function noteBegun(
  realm: Realm,
  row: ResumableUpload,
  {
    turn,
    upload_id,
    described,
  }: { readonly turn: number; readonly upload_id: string; readonly described: DescribedFile },
): void {
  checkTurn(row, turn);
  rows.setBegun.run(realm.sql, { token: row.token, upload_id, described: JSON.stringify(described) });
}

/** Records a stored part. Returns the number of the next one. */
export function notePart(
  realm: Realm,
  row: ResumableUpload,
  { turn, part, etag }: { readonly turn: number; readonly part: number; readonly etag: string },
): number {
  checkTurn(row, turn);
  const parts = [...storedParts(row), { partNumber: part, etag }];
  advance(realm, row, { parts, rest: 0, rest_turn: null, next_part: part + 2 });
  return part + 1;
}

export function noteRest(
  realm: Realm,
  row: ResumableUpload,
  { turn, bytes }: { readonly turn: number; readonly bytes: number },
): void {
  checkTurn(row, turn);
  advance(realm, row, { parts: storedParts(row), rest: bytes, rest_turn: turn, next_part: row.next_part });
  noteEnded(realm, row, { turn });
}

interface Advance {
  readonly parts: StoredParts;
  readonly rest: number;
  readonly rest_turn: number | null;
  readonly next_part: number;
}

function advance(realm: Realm, row: ResumableUpload, { parts, rest, rest_turn, next_part }: Advance): void {
  if (row.rest_turn !== null && row.rest_turn !== rest_turn) discardFile(realm, restKey(realm, row, row.rest_turn));
  rows.setReceived.run(realm.sql, {
    token: row.token,
    received: parts.length * PART_BYTES + rest,
    parts: JSON.stringify(parts),
    next_part,
    rest_turn,
    expires_at: endFrom(realm),
  });
}

export function finishUpload(
  realm: Realm,
  row: ResumableUpload,
  { turn, described }: { readonly turn: number; readonly described: DescribedFile },
): { readonly url: string; readonly filename: string } {
  checkTurn(row, turn);
  checkRoom(realm, row.length);
  const file = { ...described, image: described.image, size: row.length };
  noteEnded(realm, row, { turn });
  const { path_id, ...reply } = keepUpload(realm, { owner: row.user_id, place: row.place, file });
  rows.setFinished.run(realm.sql, { token: row.token, path_id, filename: reply.filename });
  // An upload in a single request leaves nothing but the file in the store.
  if (turn > 1) realm.outbox.add(DISCARD_UPLOAD_JOB, { prefix: prefixOf(realm, row), key: null, upload_id: null });
  return reply;
}

/** Ends an upload. Incomplete data is deleted; a complete file stays. */
export function endUpload(realm: Realm, row: ResumableUpload): void {
  rows.deleteUpload.run(realm.sql, { token: row.token });
  sendingIn(realm).delete(row.token);
  if (row.path_id !== null || row.turn === 0) return;
  const { upload_id } = row;
  realm.outbox.add(DISCARD_UPLOAD_JOB, { prefix: prefixOf(realm, row), key: storageKey(realm, row), upload_id });
}

export function endSilentUploads(realm: Realm): void {
  for (const row of rows.uploadsBefore.all(realm.sql, { before: realm.seconds(), most: ENDED_AT_ONCE }))
    endUpload(realm, row);
  const { expires_at } = rows.firstEnd.one(realm.sql, {});
  if (expires_at !== null) realm.timers.set(ENDED_UPLOADS_TIMER, inMilliseconds(expires_at));
}

/** Ends a batch of uploads. Returns whether any uploads, or their remains in the store, are left. */
export function endAllUploads(realm: Realm): boolean {
  const [before, most] = [seconds(Number.MAX_SAFE_INTEGER), ENDED_AT_ONCE];
  for (const row of rows.uploadsBefore.all(realm.sql, { before, most })) endUpload(realm, row);
  return rows.firstEnd.one(realm.sql, {}).expires_at !== null || realm.outbox.waiting(DISCARD_UPLOAD_JOB) > 0;
}
