import * as v from "valibot";
import { action, shapedAction, WithHeaders } from "../../../api/endpoint.ts";
import { boolean, integer, optional, text, textParameter } from "../../../api/parameter.ts";
import { loginCookies, markCookie, markOfSession } from "../../../html-pages/cookies.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { after, before, days, HOUR, type Seconds, seconds } from "../../../util/time.ts";
import { accessChannel } from "../../channels/channels/access.ts";
import { givenTopicName } from "../../conversations/topic-name.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { canSendMail } from "../../email/email.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { emailSchema } from "../../organization/accounts/email.ts";
import { outsideAccessOf, unmarkedName } from "../../organization/accounts/outside-access.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { endSessions, startSession } from "../../people/sessions/sessions.ts";
import { answerDevice, askForDevice, enterByDevice } from "./devices.ts";
import { accessObject, emitAccess, managedLinkObject, openLinkObject, seesLink } from "./emit-links.ts";
import { managedLinkSchema, wants } from "./events.ts";
import { accessWish, askToStay, keepByLetter, keepPerson } from "./keep.ts";
import {
  accessLinkByKey,
  changeLink,
  createLink,
  endLink,
  enter,
  mayOpen,
  removePerson,
  SHOWN_AFTER_END,
} from "./links.ts";
import { accessMailbox, askForMail, confirmMailbox, forgetMailbox } from "./mail.ts";
import { type LinkRow, linkById, linksSince, openLinks, personById } from "./rows.ts";

const MAX_LIFE = days(366);

function endAfter(realm: Realm, wished: number): Seconds {
  if (wished < HOUR || wished > MAX_LIFE) throw badRequest("A link is valid for one hour to 366 days.");
  return after(realm.seconds(), seconds(wished));
}

function checkPeople(most: number): number {
  if (most < 1 || most > 100) throw badRequest("A link is for 1 to 100 people.");
  return most;
}

const mayManage = (actor: Actor, { creator }: LinkRow) => isAdministrator(actor) || creator === actor.user_id;

function accessLink(realm: Realm, actor: Actor, id: number): LinkRow {
  const link = linkById.first(realm.sql, { id });
  if (link === undefined || !mayManage(actor, link)) throw badRequest("No such link");
  return link;
}

function accessOpenLink(realm: Realm, actor: Actor, id: number): LinkRow {
  const link = accessLink(realm, actor, id);
  if (link.ended_at !== null) throw badRequest("This link has ended.");
  return link;
}

/** Lists the links that an actor manages, including those that ended recently. Not part of Zulip's API. */
const getLinksEndpoint = action({
  route: "GET /outside_links",
  by: "human",
  reply: { outside_links: v.array(managedLinkSchema) },
  run({ realm, actor }) {
    const links = linksSince.all(realm.sql, { since: before(realm.seconds(), SHOWN_AFTER_END) });
    return {
      outside_links: links.filter((link) => mayManage(actor, link)).map((link) => managedLinkObject(realm, link)),
    };
  },
});

/** Creates an outside link to a channel or one of its topics. Not part of Zulip's API. */
const createLinkEndpoint = action({
  route: "POST /outside_links",
  by: "human",
  params: {
    channel_id: integer,
    topic: optional(text("topic")),
    history: optional(boolean, false),
    expires_in: optional(integer, days(7)),
    max_people: optional(integer, 1),
    can_post: optional(boolean, true),
    can_upload: optional(boolean, false),
    can_call: optional(boolean, false),
  },
  reply: { outside_link: managedLinkSchema, url: v.string() },
  run({ realm, actor, params: { channel_id, topic, expires_in, max_people, ...params }, request: { origin } }) {
    const { link, key } = createLink(realm, actor, {
      ...params,
      channel: accessChannel(realm, actor, channel_id, "content"),
      topic: topic === undefined ? undefined : givenTopicName(topic),
      expires_at: endAfter(realm, expires_in),
      max_people: checkPeople(max_people),
    });
    const url = `${origin}/outside/${key}`;
    return { outside_link: { ...managedLinkObject(realm, link), url }, url };
  },
});

const changeLinkEndpoint = action({
  route: "PATCH /outside_links/:link_id",
  by: "human",
  params: {
    link_id: integer,
    expires_in: optional(integer),
    max_people: optional(integer),
    can_post: optional(boolean),
    can_upload: optional(boolean),
    can_call: optional(boolean),
  },
  reply: { outside_link: managedLinkSchema },
  run({ realm, actor, params }) {
    const link = accessOpenLink(realm, actor, params.link_id);
    if (!mayOpen(realm, actor, link)) throw insufficientPermission();
    changeLink(realm, link, {
      expires_at: params.expires_in === undefined ? link.expires_at : endAfter(realm, params.expires_in),
      max_people: checkPeople(params.max_people ?? link.max_people),
      can_post: params.can_post ?? link.can_post === 1,
      can_upload: params.can_upload ?? link.can_upload === 1,
      can_call: params.can_call ?? link.can_call === 1,
    });
    return { outside_link: managedLinkObject(realm, linkById.one(realm.sql, { id: link.id })) };
  },
});

/** Removes someone who joined through a link that the caller manages. Not part of Zulip's API. */
const removePersonEndpoint = action({
  route: "DELETE /outside_links/people/:user_id",
  by: "human",
  params: { user_id: integer },
  run({ realm, actor, params: { user_id } }) {
    accessLink(realm, actor, personById.first(realm.sql, { user: user_id })?.link_id ?? 0);
    removePerson(realm, accessUser(realm, null, user_id));
  },
});

const endLinkEndpoint = action({
  route: "DELETE /outside_links/:link_id",
  by: "human",
  params: { link_id: integer },
  run: ({ realm, actor, params }) => endLink(realm, accessOpenLink(realm, actor, params.link_id), "ended"),
});

const entryFields = {
  realm_name: v.string(),
  invited_by: v.string(),
  channel: v.string(),
  topic: v.nullable(v.string()),
  history: v.boolean(),
  can_post: v.boolean(),
  expires_at: v.number(),
  can_get_mail: v.boolean(),
  /** Name of the person who joined through the link in this browser before. */
  returning: v.nullable(v.string()),
};
export type Entry = v.InferOutput<v.ObjectSchema<typeof entryFields, undefined>>;

/** Returns what the page at a link's URL shows. Not part of Zulip's API. */
const getEntryEndpoint = action({
  route: "GET /outside_access/:key",
  by: "anyone",
  params: { key: text("token") },
  reply: entryFields,
  run({ realm, params, request }) {
    const { link, channel, inviter, returning } = accessLinkByKey(realm, params.key, request);
    return {
      realm_name: realmSettings(realm).name,
      invited_by: inviter.full_name,
      channel: channel.name,
      topic: link.topic_id === null ? null : (topicWithId(realm, link.topic_id)?.name ?? ""),
      history: link.history === 1,
      can_post: link.can_post === 1,
      expires_at: link.expires_at,
      can_get_mail: canSendMail(realm),
      returning: returning?.full_name ?? null,
    };
  },
});

/**
 * Creates an account for someone who opens a link, and starts its session. Someone who joined in the same browser
 * before gets their account back. Not part of Zulip's API.
 */
const enterEndpoint = shapedAction({
  route: "POST /outside_access/:key",
  by: "anyone",
  params: {
    key: text("token"),
    full_name: optional(text("name")),
    locale: optional(text("word")),
    /** Address for emails about messages. */
    email: optional(textParameter(emailSchema)),
  },
  reply: { user_id: v.number() },
  run({ realm, params: { key, email, ...person }, request }) {
    const open = accessLinkByKey(realm, key, request);
    // Ends the user's sessions. This browser has lost its session cookie, and the user's other browsers must be
    // confirmed again.
    if (open.returning !== undefined) endSessions(realm, open.returning.id);
    const user = open.returning ?? enter(realm, open, person, request);
    if (email !== undefined) askForMail(realm, user, email);
    return { user_id: user.id, token: startSession(realm, user.id, request) };
  },
  shape: ({ result: { token, ...account }, request }) => new WithHeaders(account, loginCookies(token, request)),
});

/** Asks someone who joined through a link to confirm another browser as theirs. Not part of Zulip's API. */
const askForDeviceEndpoint = shapedAction({
  route: "POST /outside_access/:key/devices",
  by: "anyone",
  params: { key: text("token"), full_name: text("name") },
  reply: { device_key: v.string(), code: v.string() },
  run: ({ realm, params, request }) => askForDevice(realm, params.key, params.full_name, request),
  shape: ({ result, request: { origin, browser } }) =>
    new WithHeaders(result, browser === undefined ? [markCookie(markOfSession(result.device_key), origin)] : []),
});

/** Lets someone who joined through a link log in with another browser, or refuses. Not part of Zulip's API. */
const answerDeviceEndpoint = action({
  route: "POST /outside_links/:link_id/devices/:request_id",
  by: "human",
  outside: true,
  params: { link_id: integer, request_id: integer, allow: boolean },
  run: ({ realm, actor, params }) => answerDevice(realm, actor, params),
});

/** Logs in a browser that someone has confirmed. Not part of Zulip's API. */
const enterByDeviceEndpoint = shapedAction({
  route: "POST /outside_devices/:device_key",
  by: "anyone",
  params: { device_key: text("token") },
  reply: { user_id: v.number() },
  run: ({ realm, params, request }) => enterByDevice(realm, params.device_key, request),
  shape: ({ result: { user, token }, request }) => new WithHeaders({ user_id: user }, loginCookies(token, request)),
});

/** Records that someone who joined through a link wants to keep their account. Not part of Zulip's API. */
const askToStayEndpoint = action({
  route: "POST /outside_access/keep",
  by: "human",
  outside: true,
  params: { email: textParameter(emailSchema) },
  /** Whether the user was emailed a key to keep their account. Otherwise, administrators decide. */
  reply: { email_sent: v.boolean() },
  run: ({ realm, actor, params, request }) => ({
    email_sent: askToStay(realm, actor.user_id, params.email, request),
  }),
});

/**
 * Sets the address where someone who joined through a link gets emails about messages, once confirmed. Not part of
 * Zulip's API.
 */
const askForMailEndpoint = action({
  route: "POST /outside_access/mail",
  by: "human",
  outside: true,
  params: { email: textParameter(emailSchema) },
  run: ({ realm, actor, params }) => askForMail(realm, accessOutside(realm, actor), params.email),
});

const endMailEndpoint = action({
  route: "DELETE /outside_access/mail",
  by: "human",
  outside: true,
  run({ realm, actor }) {
    const { id } = accessOutside(realm, actor);
    forgetMailbox(realm, id);
    emitAccess(realm, id);
  },
});

/** Returns the caller's account. Throws unless they joined through an outside link. */
function accessOutside(realm: Realm, actor: Actor): User {
  if (actor.outside !== true) throw badRequest("No such link");
  return accessUser(realm, null, actor.user_id);
}

/** Returns the address that an emailed key confirms. Not part of Zulip's API. */
const getMailEndpoint = action({
  route: "GET /outside_access/mail/:key",
  by: "anyone",
  params: { key: text("token") },
  reply: { email: v.string() },
  run: ({ realm, params }) => ({ email: accessMailbox(realm, params.key).email }),
});

/** Confirms an address with an emailed key. Not part of Zulip's API. */
const confirmMailEndpoint = action({
  route: "POST /outside_access/mail/:key",
  by: "anyone",
  params: { key: text("token") },
  reply: { email: v.string() },
  run({ realm, params }) {
    const mailbox = accessMailbox(realm, params.key);
    confirmMailbox(realm, mailbox);
    return { email: mailbox.email };
  },
});

/** Returns the account that a user can keep with an emailed key. Not part of Zulip's API. */
const getWishEndpoint = action({
  route: "GET /outside_access/keep/:key",
  by: "anyone",
  params: { key: text("token") },
  reply: { full_name: v.string(), email: v.string() },
  run({ realm, params }) {
    const { user, email } = accessWish(realm, params.key);
    return { full_name: unmarkedName(user.full_name), email };
  },
});

/** Keeps an account, given an emailed key. Returns the URL to choose a password. Not part of Zulip's API. */
const keepByLetterEndpoint = action({
  route: "POST /outside_access/keep/:key",
  by: "anyone",
  params: { key: text("token") },
  reply: { password_url: v.string() },
  run: ({ realm, params }) => ({ password_url: keepByLetter(realm, params.key) }),
});

/** Turns someone who joined through a link into an ordinary guest. Not part of Zulip's API. */
const keepPersonEndpoint = action({
  route: "POST /outside_links/people/:user_id/keep",
  by: "administrator",
  params: { user_id: integer, email: optional(textParameter(emailSchema)) },
  run: ({ realm, actor, params }) => keepPerson(realm, actor, params.user_id, params.email),
});

type OpenLinks = ReturnType<typeof openLinkObject>[];
type Access = ReturnType<typeof accessObject>;

/** The open links of channels that the caller can read, and the caller's own access if they joined through a link. */
export const outsideState = stateSlice({
  types: ["outside_links"],
  outside: true,
  collect({ realm, actor, client }): { outside_links?: OpenLinks; outside_access?: Access | null } {
    // Zulip's clients, which request all types, need none of this.
    if (!wants(client)) return {};
    const access = outsideAccessOf(realm, actor?.user_id);
    const link = access && linkById.first(realm.sql, { id: access.link });
    if (actor === null || access !== undefined) {
      return { outside_links: [], outside_access: link && actor ? accessObject(realm, link, actor.user_id) : null };
    }
    const links = openLinks.all(realm.sql, {}).filter((one) => seesLink(realm, actor, one));
    return { outside_links: links.map((one) => openLinkObject(realm, one)), outside_access: null };
  },
});

export const outsideLinkEndpoints = [
  getLinksEndpoint,
  createLinkEndpoint,
  changeLinkEndpoint,
  endLinkEndpoint,
  removePersonEndpoint,
  getEntryEndpoint,
  enterEndpoint,
  askForDeviceEndpoint,
  answerDeviceEndpoint,
  enterByDeviceEndpoint,
  askToStayEndpoint,
  getWishEndpoint,
  keepByLetterEndpoint,
  askForMailEndpoint,
  endMailEndpoint,
  getMailEndpoint,
  confirmMailEndpoint,
  keepPersonEndpoint,
];
