import * as v from "valibot";
import type { Actor } from "../../../protocol/actor.ts";
import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { type Audience, within } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type CallFacts, type EndReason, type RoomReport, waitForOthers } from "../../../rpc/call-room-port.ts";
import { milliseconds, type Seconds, seconds } from "../../../util/time.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import {
  findDirectConversation,
  type MessageIndexRow,
  placeOfMessage,
  placesOfMessages,
} from "../../conversations/conversations.ts";
import { findTopic } from "../../conversations/topics.ts";
import { systemBot } from "../../organization/accounts/accounts.ts";
import { realmSettings, storedValues, writeStored } from "../../organization/organization-settings/realm-settings.ts";
import { type Destination, destinationOfPlace } from "../core/send/destination.ts";
import { callAudience, callReaderOf } from "./access.ts";
import { auditReport } from "./audits.ts";
import { type Call, callEnded, callStarted, callUpdated } from "./events.ts";
import type { GainedAccess } from "./gained-access.ts";
import { concernedByRinging, endRinging, openKey, ring } from "./ringing.ts";
import type { CallRow } from "./rows.ts";
import * as rows from "./rows.ts";
import { TITLE_JOB } from "./titles.ts";

export const END_JOB = "calls.end";
export const BEGIN_JOB = "calls.begin";
/**
 * Delay before a room is notified of its call. By then someone has usually joined, so the room's object was created
 * near them.
 */
const BEGIN_AFTER_SECONDS = 30;
/** How many of the newest calls, and of the newest messages, are searched for a conversation's calls. */
const MAX_SEARCHED = 10_000;
/** Maximum calls of a conversation that are checked for visibility. */
const MAX_FOUND = 500;
const MAX_LISTED = 50;

/** Calls that haven't ended, oldest first. */
export const openCalls = (realm: Realm): readonly CallRow[] =>
  realm.cached(openKey, () => rows.openCallRows.all(realm.sql, {}));

export const forgetOpenCalls = (realm: Realm) => realm.forget(openKey);

function conversationOf(realm: Realm, place: MessageIndexRow): Pick<Call, "type" | "stream_id" | "topic" | "user_ids"> {
  const at = destinationOfPlace(realm, place);
  return at.kind === "direct"
    ? { type: "direct", stream_id: null, topic: null, user_ids: [...at.members] }
    : { type: "stream", stream_id: at.channel.id, topic: at.topic, user_ids: [] };
}

const callObject = (realm: Realm, row: CallRow, place: MessageIndexRow, reader: UserId): Call => ({
  call_id: row.id,
  message_id: row.message_id,
  ...conversationOf(realm, place),
  starter_id: row.starter_id,
  video: row.video === 1,
  started_at: row.started_at,
  locked: row.locked === 1,
  encrypted: row.encrypted === 1,
  room: row.is_room === 1,
  member_ids: rows.readMembers(row.members, row.id),
  ringing_until: concernedByRinging(row).has(reader) ? row.rings_until : null,
});

export const pastCallObject = (realm: Realm, row: CallRow, place: MessageIndexRow, reader: UserId) => ({
  ...callObject(realm, row, place, reader),
  ended_at: row.ended_at,
  seconds: row.ended_at === null ? null : row.ended_at - row.started_at,
  people_ids: rows.readPeople(row.people, row.id).map(([user]) => user),
});

export function openCallsFor(realm: Realm, actor: Actor): Call[] {
  const found = openCalls(realm);
  if (found.length === 0) return [];
  return readable(realm, actor, found).map(([row, place]) => callObject(realm, row, place, actor.user_id));
}

function readable(realm: Realm, actor: Actor, found: readonly CallRow[]): [CallRow, MessageIndexRow][] {
  const places = placesOfMessages(
    realm,
    found.map(({ message_id }) => message_id),
  );
  const reads = callReaderOf(realm, actor);
  const byId = new Map(places.map((place) => [place.id, place]));
  return found.flatMap((row) => {
    const place = byId.get(row.message_id);
    return place === undefined || !reads(row, place) ? [] : [[row, place] as [CallRow, MessageIndexRow]];
  });
}

type CallPlace = Pick<MessageIndexRow, "conversation_id" | "topic_id">;

/** Returns a destination's conversation, or undefined if nothing was posted there yet. */
function callPlaceOf(realm: Realm, destination: Destination): CallPlace | undefined {
  if (destination.kind === "direct") {
    const conversation_id = findDirectConversation(realm, destination.members);
    return conversation_id === undefined ? undefined : { conversation_id, topic_id: null };
  }
  const { conversation_id } = destination.channel;
  const topic = findTopic(realm, conversation_id, destination.topic);
  return topic === undefined ? undefined : { conversation_id, topic_id: topic.id };
}

export function callsAt(realm: Realm, actor: Actor, destination: Destination) {
  const at = callPlaceOf(realm, destination);
  if (at === undefined) return [];
  const found = rows.newestCallsAt.all(realm.sql, { ...at, searched: MAX_SEARCHED, most: MAX_FOUND });
  return readable(realm, actor, found)
    .slice(0, MAX_LISTED)
    .map(([row, place]) => pastCallObject(realm, row, place, actor.user_id));
}

/**
 * Returns a conversation's open call that a user can see. There is at most one, unless the history is hidden from later
 * subscribers, who then start another.
 */
export function openCallAt(realm: Realm, actor: Actor, destination: Destination): CallRow | undefined {
  const found = openCalls(realm);
  const at = found.length === 0 ? undefined : callPlaceOf(realm, destination);
  if (at === undefined) return undefined;
  const isThere = ([, place]: [CallRow, MessageIndexRow]) =>
    place.conversation_id === at.conversation_id && place.topic_id === at.topic_id;
  return readable(realm, actor, found).find(isThere)?.[0];
}

export const factsOf = (realm: Realm, row: CallRow, place: MessageIndexRow): CallFacts => ({
  subdomain: realm.identity.subdomain,
  realm: realm.id,
  call: row.id,
  started_at: row.started_at,
  is_direct: channelIndex(realm).byConversation.get(place.conversation_id) === undefined,
  encrypted: row.encrypted === 1,
  ...(row.encrypted === 0 && { plain_by: plainBy(realm) }),
});

interface NewCall {
  readonly id: string;
  readonly message: MessageId;
  readonly starter: UserId;
  readonly video: boolean;
  readonly rings: boolean;
  /** How long the call can stay empty at the start, in seconds. */
  readonly patience?: number;
  readonly isRoom?: boolean;
}

const PLAIN_BY = "encrypt_calls_off_by";
const plainBy = (realm: Realm) => v.parse(v.fallback(v.nullable(v.number()), null), storedValues(realm)[PLAIN_BY]);

/** Records who turned off encryption, to show it to members of later calls. */
export function noteEncryption(realm: Realm, { user_id }: Actor, name: string, value: unknown): void {
  if (name !== "encrypt_calls" || value === realmSettings(realm).encrypt_calls) return;
  writeStored(realm, PLAIN_BY, value === true ? null : user_id);
}

/**
 * Whether new calls are end-to-end encrypted through an SFU. Without an SFU, media is encrypted between browsers
 * anyway.
 */
const isEncryptedByRule = (realm: Realm): boolean =>
  realmSettings(realm).encrypt_calls && realm.config.calls.sfu !== null;

export function openCall(
  realm: Realm,
  { id, message, starter, video, rings, patience = BEGIN_AFTER_SECONDS, isRoom = false }: NewCall,
): CallRow {
  const started_at = realm.seconds();
  const encrypted = Number(isEncryptedByRule(realm));
  rows.insertCall.run(realm.sql, {
    ...{ id, message_id: message, starter_id: starter, video: Number(video), started_at, encrypted },
    is_room: Number(isRoom),
  });
  if (rings) ring(realm, id, starter);
  const row = rows.callById.one(realm.sql, { id });
  forgetOpenCalls(realm);
  const place = placeOfMessage(realm, message);
  if (place === undefined) return row;
  realm.outbox.add(BEGIN_JOB, { call: id }, after(realm, patience));
  tellStarted(realm, row, place, callAudience(realm, row, place));
  return row;
}

/**
 * Opens a call in a voice room, and deletes the room's ended calls. No user starts it, so only moderators can mute
 * others and end it.
 */
export function openCallInRoom(realm: Realm, id: string, message: MessageId): CallRow {
  rows.deleteEndedCalls.run(realm.sql, { message });
  const { id: starter } = systemBot(realm, "notification-bot");
  return openCall(realm, { id, message, starter, video: false, rings: false, isRoom: true });
}

/** Emits a call's start to an audience. Only its starter and the users being called see that it rings. */
function tellStarted(realm: Realm, row: CallRow, place: MessageIndexRow, audience: Audience): void {
  const call = callObject(realm, row, place, row.starter_id);
  const others = { ...audience, extra: { call: { ...call, ringing_until: null } } };
  realm.emit(callStarted({ call }), within(audience, concernedByRinging(row)), others);
}

const after = (realm: Realm, wait: number) => milliseconds(realm.clock.milliseconds() + wait * 1000);

/**
 * Applies a room's report. An outdated report changes nothing, except that it can end the call. Returns false if the
 * call isn't open, which ends the room.
 */
export function takeReport(realm: Realm, id: string, report: RoomReport): boolean {
  const row = rows.callById.first(realm.sql, { id });
  if (row === undefined) return false;
  if (row.ended_at !== null) {
    // The room sent this report before it was notified of the end. Returning false makes the room end, so no more
    // reports follow.
    if (report.seq > row.seq) {
      keepLastReport(realm, id, report);
      realm.outbox.add(TITLE_JOB, { call: id });
    }
    return false;
  }
  if (report.seq <= row.seq && report.ended === null) return true;
  auditReport(realm, row, report);
  const members = JSON.stringify(report.members);
  const locked = Number(report.locked);
  const people = JSON.stringify(report.people);
  rows.writeReport.run(realm.sql, { id, seq: report.seq, members, people, peak: report.members.length, locked });
  endRinging(realm, row, "answered", report.members);
  if (report.members.length === 0 && rows.readMembers(row.members, id).length > 0) endRinging(realm, row, "cancelled");
  forgetOpenCalls(realm);
  const now = rows.callById.one(realm.sql, { id });
  if (report.ended !== null) {
    endCall(realm, now, report.ended.why, { isTold: true, ended_at: callEndTime(realm, now, report) });
    return true;
  }
  const changes = {
    ...(members === row.members ? {} : { member_ids: [...report.members] }),
    ...(locked === row.locked ? {} : { locked: report.locked }),
  };
  const place = placeOfMessage(realm, row.message_id);
  if (Object.keys(changes).length > 0 && place !== undefined)
    realm.emit(callUpdated({ call_id: id, ...changes }), callAudience(realm, row, place));
  return true;
}

/**
 * Returns when a call ended, from its room's last report. The room reports that the last member left only after waiting
 * for others. That wait isn't part of the call.
 */
function callEndTime(realm: Realm, row: CallRow, { ended, people }: RoomReport): Seconds {
  const place = placeOfMessage(realm, row.message_id);
  if (place === undefined || ended?.why !== "left") return realm.seconds();
  const waited = waitForOthers({ is_direct: factsOf(realm, row, place).is_direct, answered: people.length > 1 });
  return seconds(Math.max(row.started_at, realm.seconds() - Math.round(waited / 1000)));
}

/** Ends a call. The room closes after the change, unless the room reported the end itself. */
export function endCall(
  realm: Realm,
  row: CallRow,
  why: EndReason,
  { isTold = false, ended_at = realm.seconds() } = {},
): void {
  endRinging(realm, row, "cancelled");
  rows.writeEnd.run(realm.sql, { id: row.id, ended_at, why });
  forgetOpenCalls(realm);
  realm.outbox.add(isTold ? TITLE_JOB : END_JOB, { call: row.id });
  const place = placeOfMessage(realm, row.message_id);
  if (place === undefined) return;
  const user_ids = rows.readPeople(row.people, row.id).map(([user]) => user);
  const length = { ended_at, seconds: seconds(ended_at - row.started_at) };
  const told = { call_id: row.id, message_id: row.message_id, ...length, user_ids };
  realm.emit(callEnded(told), callAudience(realm, row, place));
}

/** Stores the room's final report of who took part in a call that the realm ended. */
export function keepLastReport(realm: Realm, id: string, report: RoomReport): void {
  const row = rows.callById.first(realm.sql, { id });
  if (row === undefined) return;
  const { seq, people, locked } = report;
  auditReport(realm, row, { ...report, ended: null });
  rows.writeReport.run(realm.sql, {
    ...{ id, seq, members: "[]", people: JSON.stringify(people), peak: row.peak, locked: Number(locked) },
  });
}

/** Emits that a call moved with its message. After a move to another channel, more users may be able to see it. */
export function emitCallMoved(realm: Realm, row: CallRow, changesChannel: boolean): void {
  const place = placeOfMessage(realm, row.message_id);
  if (place === undefined) return;
  const conversation = conversationOf(realm, place);
  const audience = callAudience(realm, row, place);
  realm.emit(callUpdated({ call_id: row.id, conversation }), audience);
  if (changesChannel) tellStarted(realm, row, place, audience);
}

/**
 * Emits open calls, either all or those of the given channels, to users who may have gained access. Users who already
 * had access receive the same data again.
 */
export function announceCalls(realm: Realm, { channels, users }: GainedAccess): void {
  const { byConversation } = channelIndex(realm);
  for (const row of openCalls(realm)) {
    const place = placeOfMessage(realm, row.message_id);
    if (place === undefined) continue;
    const channel = byConversation.get(place.conversation_id);
    if (channels !== undefined && !(channel !== undefined && channels.has(channel.id))) continue;
    const audience = callAudience(realm, row, place);
    tellStarted(realm, row, place, users === undefined ? audience : within(audience, users));
  }
}

export function removeCallsOf(realm: Realm, messages: readonly MessageId[]): void {
  for (const row of rows.callsOfMessages.all(realm.sql, { messages: JSON.stringify(messages) })) {
    if (row.ended_at === null) endCall(realm, row, "anchor");
    rows.deleteCall.run(realm.sql, { id: row.id });
    rows.deleteLinks.run(realm.sql, { id: row.id });
    forgetOpenCalls(realm);
  }
}
