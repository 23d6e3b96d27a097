import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, notLoggedIn, realmUnavailable, upgradeRequired } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { inMemory, type Realm } from "../../../realm/realm.ts";
import { whyLoggedOut } from "../../../realm-object/admission.ts";
import { enterCallRoom, type RoomTicket } from "../../../rpc/call-room-port.ts";
import type { Credentials } from "../../../rpc/credentials.ts";
import { randomToken } from "../../../util/random.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { actorOf } from "../../organization/accounts/accounts.ts";
import { outsideAccessOf } from "../../organization/accounts/outside-access.ts";
import { accessOpenCall, mayModerate } from "./access.ts";
import { factsOf } from "./calls.ts";

const LIFE_MS = 30_000;
const TICKET_LENGTH = 32;
const MAX_TICKETS = 1000;

/** Issues a user's ticket to a call's room. It expires soon, and immediately if permissions change. */
function admitToCall(realm: Realm, actor: Actor, credentials: Credentials, call: string): RoomTicket {
  const { row, place } = accessOpenCall(realm, actor, call);
  return {
    ...factsOf(realm, row, place),
    user: actor.user_id,
    moderates: mayModerate(realm, actor, place),
    is_starter: row.starter_id === actor.user_id,
    is_outside: outsideAccessOf(realm, actor.user_id) !== undefined,
    credentials,
    version: row.version,
    expires_at: realm.clock.milliseconds() + LIFE_MS,
  };
}

/** Returns the caller's login and IP address, for later rechecks. */
function loginOf(realm: Realm): Credentials {
  const { credentials, facts } = realm.caller ?? {};
  if (!credentials) throw notLoggedIn();
  return { ...credentials, ip: facts?.ip };
}

interface Opening {
  readonly env: Env;
  readonly config: Config;
  readonly upgrades: boolean;
  readonly result: RoomTicket;
}

async function open({ env, config, upgrades, result }: Opening): Promise<Response> {
  if (!upgrades) throw upgradeRequired();
  const { webSocket, status } = await enterCallRoom(env, config, result);
  if (webSocket) return new Response(null, { status: 101, webSocket });
  if (status === 410) throw badRequest("This call has ended.");
  throw realmUnavailable("Couldn't join the call. Try again.", 1);
}

/** Opens a user's WebSocket in a call. */
export const enterRoomEndpoint = shapedAction({
  route: "GET /calls/:call_id/room",
  outside: true,
  by: "human",
  background: true,
  params: { call_id: text("id") },
  run: ({ realm, actor, params }) => admitToCall(realm, actor, loginOf(realm), params.call_id),
  shape: (context) => open(context),
});

interface Ticket {
  readonly call: string;
  readonly user: UserId;
  readonly credentials: Credentials;
  readonly until: number;
}

/** Unused tickets. They are only in memory, so clients request new ones after a restart. */
const tickets = inMemory(() => new Map<string, Ticket>());

const ticketsOf = (realm: Realm): Map<string, Ticket> => {
  const known = tickets(realm);
  const now = realm.clock.milliseconds();
  for (const [text, { until }] of known) if (until < now || known.size >= MAX_TICKETS) known.delete(text);
  return known;
};

/** Creates a short-lived, single-use ticket, for clients that can't send headers when opening a WebSocket. */
export const createTicketEndpoint = action({
  route: "POST /calls/:call_id/ticket",
  outside: true,
  by: "human",
  params: { call_id: text("id") },
  reply: { ticket: v.string() },
  run({ realm, actor, params }) {
    accessOpenCall(realm, actor, params.call_id);
    const ticket = randomToken(realm.random, TICKET_LENGTH);
    const until = realm.clock.milliseconds() + LIFE_MS;
    ticketsOf(realm).set(ticket, { call: params.call_id, user: actor.user_id, credentials: loginOf(realm), until });
    return { ticket };
  },
});

const invalidTicket = () => badRequest("This ticket is not good any more.");

/** Like GET /calls/{id}/room, with a ticket instead of a login. */
export const enterByTicketEndpoint = shapedAction({
  route: "GET /calls/:call_id/room/by_ticket",
  by: "anyone",
  background: true,
  params: { call_id: text("id"), ticket: text("id") },
  run({ realm, params }) {
    const known = ticketsOf(realm);
    const ticket = known.get(params.ticket);
    known.delete(params.ticket);
    if (ticket === undefined || ticket.call !== params.call_id) throw invalidTicket();
    // This request's IP address applies, which can differ from the address that requested the ticket.
    const credentials = { ...ticket.credentials, ip: realm.caller?.facts.ip };
    if (whyLoggedOut(realm, credentials) !== undefined) throw invalidTicket();
    const actor = actorOf(accessUser(realm, null, ticket.user));
    return admitToCall(realm, actor, credentials, params.call_id);
  },
  shape: (context) => open(context),
});
