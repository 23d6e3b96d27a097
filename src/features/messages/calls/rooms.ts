import * as v from "valibot";
import { type MessageId, toUserId } from "../../../protocol/ids.ts";
import type { RealmEvent } from "../../../realm/events/event.ts";
import { job } from "../../../realm/job.ts";
import { cacheKey, inMemory, type Realm } from "../../../realm/realm.ts";
import { whyLoggedOut } from "../../../realm-object/admission.ts";
import { callRoom, type RoomMember, type Verdict } from "../../../rpc/call-room-port.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { type MessageIndexRow, placeOfMessage } from "../../conversations/conversations.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { callReaderOf, mayModerate } from "./access.ts";
import { emitCallMoved, endCall, factsOf, forgetOpenCalls, keepLastReport, openCalls } from "./calls.ts";
import { type CallRow, callById, countChange } from "./rows.ts";
import { TITLE_JOB } from "./titles.ts";

/** Job that checks which members have to leave their calls. */
export const JUDGE_JOB = "calls.judge";

/** Event types whose changes can end someone's access. */
const ENDING = new Set(["subscription", "stream", "realm_user", "user_group", "realm"]);
const MEMBERSHIP_GAINED = new Set(["add", "peer_add", "peer_remove", "add_members", "add_subgroups", "create"]);

/** Rechecks the members of open calls after events that can end their access. */
export function noteEvent(realm: Realm, { kind, payload }: RealmEvent) {
  if (kind.type === "realm" && kind.op === "deactivated") return endAll(realm);
  if (!ENDING.has(kind.type) || MEMBERSHIP_GAINED.has(kind.op ?? "")) return;
  if (kind.type !== "realm_user" || changesRights(payload as { person?: object })) judgeSoon(realm);
}

/**
 * Ends all calls. A deactivated organization ignores its rooms' reports, and a restored one has an older state than its
 * rooms.
 */
export function endAll(realm: Realm): void {
  for (const row of openCalls(realm)) endCall(realm, row, "ended");
}

/** Whether a change to an account affects its permissions, and not only its name or picture. */
const changesRights = ({ person = {} }: { readonly person?: object }) => "role" in person || "is_active" in person;

/** Emits open calls that moved with their messages, and rechecks their members. */
export function noteMoved(realm: Realm, messages: readonly MessageId[], changesChannel: boolean): void {
  const ids = new Set(messages);
  const moved = openCalls(realm).filter(({ message_id }) => ids.has(message_id));
  if (moved.length === 0) return;
  for (const row of moved) emitCallMoved(realm, row, changesChannel);
  judgeSoon(realm);
}

/** Set if the current change has queued the job. Discarded with other cached values if the change is refused. */
const notedKey = cacheKey<true>("calls to judge");

/**
 * Queues the job within the change that may end permissions, so that the job isn't lost if the program stops after the
 * change.
 */
export function judgeSoon(realm: Realm): void {
  if (openCalls(realm).length === 0 || realm.peek(notedKey)) return;
  countChange.run(realm.sql, {});
  forgetOpenCalls(realm);
  realm.outbox.add(JUDGE_JOB, {});
  realm.cached(notedKey, () => true as const);
  realm.afterCommit(() => realm.forget(notedKey));
}

/** Version of each call when its room was last checked, so that several queued jobs do the work once. */
const judged = inMemory(() => new Map<string, number>());

export const judge = job(v.object({}), async ({ realm, env }) => {
  const done = judged(realm);
  const rows = openCalls(realm);
  for (const id of done.keys()) if (!rows.some((row) => row.id === id)) done.delete(id);
  await Promise.all(
    rows.map(async ({ id, version }) => {
      if (done.get(id) === version) return;
      const room = callRoom(env, realm.config, { subdomain: realm.identity.subdomain, call: id });
      const members = await room.members(version);
      const verdict = realm.change(() => verdictOn(realm, id, members));
      if (verdict !== undefined) await room.settle(verdict);
      done.set(id, version);
    }),
  );
});

/**
 * Decides who can stay in a call's room. Returns undefined if the call ended, for example because its conversation was
 * deleted.
 */
function verdictOn(realm: Realm, id: string, members: readonly RoomMember[]): Verdict | undefined {
  const row = callById.first(realm.sql, { id });
  if (row === undefined || row.ended_at !== null) return undefined;
  const place = placeOfMessage(realm, row.message_id);
  if (place === undefined || isArchived(realm, place)) {
    endCall(realm, row, place === undefined ? "anchor" : "archived");
    return undefined;
  }
  const staying = members.filter((member) => stays(realm, member, row, place));
  const users = [...new Set(staying.map(({ user }) => toUserId(user)))];
  return {
    out: members.filter((member) => !staying.includes(member)).map((member) => member.id),
    moderators: users.filter((user) => mayModerate(realm, viewerOf(realm, user), place)),
  };
}

const isArchived = (realm: Realm, { conversation_id }: MessageIndexRow): boolean =>
  channelIndex(realm).byConversation.get(conversation_id)?.is_archived === 1;

function stays(realm: Realm, { user, credentials }: RoomMember, row: CallRow, place: MessageIndexRow): boolean {
  const account = findUser(realm, toUserId(user));
  if (account === undefined || account.is_active === 0) return false;
  return whyLoggedOut(realm, credentials) === undefined && callReaderOf(realm, viewerOf(realm, account.id))(row, place);
}

const ofCall = v.object({ call: v.string() });

export const endRoom = job(ofCall, async ({ realm, env }, { call }) => {
  const room = callRoom(env, realm.config, { subdomain: realm.identity.subdomain, call });
  const report = await room.end();
  realm.change(() => {
    if (report !== null) keepLastReport(realm, call, report);
    realm.outbox.add(TITLE_JOB, { call });
  });
});

export const startRoom = job(ofCall, async ({ realm, env }, { call }) => {
  const row = callById.first(realm.sql, { id: call });
  if (row === undefined || row.ended_at !== null) return;
  const place = placeOfMessage(realm, row.message_id);
  if (place !== undefined)
    await callRoom(env, realm.config, { subdomain: realm.identity.subdomain, call }).begin(factsOf(realm, row, place));
});
