import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { boolean, json, oneOf, optional, text, textParameter } from "../../../api/parameter.ts";
import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import { type Actor, approvals, resources, type Scope, scopes } from "../../../protocol/actor.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { toChannelId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessChannel, hasMetadataAccess } from "../../channels/channels/access.ts";
import { type Channel, channelIndex, subscriptionsOf } from "../../channels/channels/channels.ts";
import { recentLoginHook } from "../../organization/accounts/hooks.ts";
import { documentedClient } from "./client-document.ts";
import { type Client, clientById, documentAddress, oauthError } from "./clients.ts";
import { allow, excludedBy, presentScopes } from "./oauth-grants.ts";
import { approvalOf, checkMayUse, checkPlace, mayWrite, programOrigin } from "./organization-rules.ts";
import { isAmong, mayRedirectTo } from "./redirects.ts";
import { type GrantRow, grantOfClient } from "./rows.ts";
import { makeCode } from "./tokens.ts";

/** Returns the client with the given id: the `known` one that registered here, or one described by a document. */
function resolved(around: { readonly env: Env; readonly config: Config }, id: string, known: Client | null) {
  if (known !== null) return known;
  if (documentAddress(id) === undefined) throw oauthError("invalid_client", "This client is not known here.");
  return documentedClient(around, id);
}

const clientReply = v.object({
  name: v.string(),
  host: v.nullable(v.string()),
  redirects: v.array(v.string()),
  refreshes: v.boolean(),
});

const consentSchema = v.object({
  client: clientReply,
  full_name: v.string(),
  email: v.string(),
  /** Whether the user authenticated recently. */
  is_recent: v.boolean(),
  /** Whether the organization lets assistants write for the user. */
  may_write: v.boolean(),
  approvals: v.array(v.picklist(approvals)),
  granted: v.nullable(
    v.object({
      scopes: v.array(v.picklist(scopes)),
      approval: v.picklist(approvals),
      excluded_channels: v.array(v.number()),
    }),
  ),
  channels: v.array(v.object({ id: v.number(), name: v.string() })),
});
export type Consent = Readonly<v.InferOutput<typeof consentSchema>>;

export const getConsentEndpoint = shapedAction({
  route: "GET /assistants/consent",
  by: "human",
  internal: true,
  params: { client_id: text("url"), redirect_uri: optional(text("url"), ""), resource: oneOf(...resources) },
  reply: consentSchema.entries,
  run({ realm, actor, params: { client_id, redirect_uri, resource } }) {
    checkMayUse(realm, actor);
    checkPlace(realm, programOrigin(client_id, redirect_uri));
    const grant = grantOfClient.first(realm.sql, { user: actor.user_id, client_id, resource });
    return {
      known: clientById(realm, client_id) ?? null,
      full_name: actor.full_name,
      email: actor.email,
      is_recent: realm.ask(recentLoginHook, actor),
      may_write: mayWrite(realm, actor),
      approvals: approvals.filter((rule) => approvalOf(realm, rule) === rule || rule === "writes"),
      granted:
        grant === undefined
          ? null
          : { scopes: [...presentScopes(grant)], approval: grant.approval, excluded_channels: [...excludedBy(grant)] },
      channels: offeredChannels(realm, actor, grant).map(({ id, name }) => ({ id, name })),
    };
  },
  async shape({ result: { known, ...reply }, params, env, config }) {
    const { id: _, ...client } = await resolved({ env, config }, params.client_id, known);
    return { ...reply, client: { ...client, redirects: [...client.redirects] } };
  },
});

/** Returns the channels a user can exclude: those they are in, and visible ones that are already excluded. */
function offeredChannels(realm: Realm, actor: Actor, grant: GrantRow | undefined): Channel[] {
  const { byId } = channelIndex(realm);
  const own = subscriptionsOf(realm, actor.user_id)
    .filter(({ active }) => active === 1)
    .flatMap(({ channel_id }) => byId.get(channel_id) ?? []);
  const earlier = (grant === undefined ? [] : excludedBy(grant))
    .flatMap((id) => byId.get(toChannelId(id)) ?? [])
    .filter((channel) => hasMetadataAccess(realm, actor, channel));
  return [...new Set([...own.filter(({ is_archived }) => is_archived === 0), ...earlier])];
}

/** Returns the excluded channels that the form doesn't show. They stay excluded. */
function keptOut(realm: Realm, actor: Actor, grant: GrantRow | undefined): number[] {
  const offered = new Set<number>(offeredChannels(realm, actor, grant).map(({ id }) => id));
  return (grant === undefined ? [] : excludedBy(grant)).filter((id) => !offered.has(id));
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const scopeList: v.GenericSchema<unknown, Scope[]> = v.pipe(v.array(v.picklist(scopes)), v.maxLength(scopes.length));

/** Records the user's decision about a client. Returns the URL to redirect the user to. */
export const decideEndpoint = action({
  route: "POST /assistants/consent",
  by: "human",
  internal: true,
  params: {
    client_id: text("url"),
    redirect_uri: text("url"),
    challenge: textParameter(v.pipe(v.string(), v.maxLength(43), v.regex(CHALLENGE))),
    state: optional(text("url")),
    resource: oneOf(...resources),
    decision: oneOf("allow", "deny"),
    scopes: json(scopeList),
    approval: oneOf(...approvals),
    excluded_channels: json(boundedList(v.pipe(v.number(), v.safeInteger()), "ids")),
    offline: boolean,
  },
  reply: { redirect_to: v.string() },
  plan: ({ realm, params }) => ({ known: clientById(realm, params.client_id) ?? null }),
  prepare: ({ plan, params, env, config }) => resolved({ env, config }, params.client_id, plan.known),
  run({ realm, actor, params: { redirect_uri, state, ...params }, prepared: client, request: { origin } }) {
    if (!mayRedirectTo(redirect_uri) || !isAmong(client.redirects, redirect_uri))
      throw badRequest("This redirect_uri is none of the client's.");
    const back = (answer: Readonly<Record<string, string>>) => ({
      redirect_to: addressBack(redirect_uri, { ...answer, ...(state !== undefined && { state }), iss: origin }),
    });
    if (params.decision === "deny") return back({ error: "access_denied" });
    if (params.scopes.length === 0) throw badRequest("Choose something that the assistant can do.");
    for (const id of params.excluded_channels) accessChannel(realm, actor, id);
    const known = grantOfClient.first(realm.sql, {
      user: actor.user_id,
      client_id: client.id,
      resource: params.resource,
    });
    const grant = allow(realm, actor, {
      client,
      redirect_uri,
      resource: params.resource,
      scopes: params.scopes,
      approval: params.approval,
      excludedChannels: [...new Set([...params.excluded_channels, ...keptOut(realm, actor, known)])],
    });
    const refreshes = client.refreshes || params.offline;
    return back({ code: makeCode(realm, grant, { redirect_uri, challenge: params.challenge, refreshes }) });
  },
});

/** Adds response parameters to a redirect URI, keeping the rest as the client wrote it. */
export function addressBack(redirect: string, answer: Readonly<Record<string, string>>): string {
  return `${redirect}${redirect.includes("?") ? "&" : "?"}${new URLSearchParams(answer)}`;
}
