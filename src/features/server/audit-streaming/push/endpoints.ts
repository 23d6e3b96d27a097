import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { boolean, count, optional, textParameter } from "../../../../api/parameter.ts";
import { boundedText } from "../../../../protocol/bounded.ts";
import { checkRecentLogin } from "../../../organization/accounts/authentication/credentials.ts";
import { accessAuditLog } from "../../../trust/audit-log/access.ts";
import { auditSize } from "../../../trust/audit-log/audit.ts";
import { changeDestination, createDestination, endDestination, findDestination } from "./destination.ts";
import { destinationSchema } from "./destination-schema.ts";

// Only for owners, because anyone who sets the URL can read the whole log. Not part of Zulip's API.

const url = textParameter(
  v.pipe(
    boundedText("url"),
    v.trim(),
    v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "Invalid {}: it must begin with https://"),
  ),
);

const getDestinationEndpoint = action({
  route: "GET /audit_log/destination",
  by: "owner",
  reply: { destination: v.nullable(destinationSchema) },
  run({ realm, actor }) {
    accessAuditLog(realm, actor);
    const found = findDestination(realm);
    if (found === undefined) return { destination: null };
    const { id: _, secret: __, is_told: ___, ...shown } = found;
    return { destination: { ...shown, waiting: auditSize(realm) - shown.delivered_id } };
  },
});

const createDestinationEndpoint = action({
  route: "POST /audit_log/destination",
  by: "owner",
  // If `after_id` is undefined, only entries written from now on are sent.
  params: { url, after_id: optional(count) },
  reply: { secret: v.string() },
  run({ realm, actor, params }) {
    accessAuditLog(realm, actor);
    checkRecentLogin(realm, actor);
    return { secret: createDestination(realm, actor, params) };
  },
});

const changeDestinationEndpoint = action({
  route: "PATCH /audit_log/destination",
  by: "owner",
  params: { url: optional(url), new_secret: optional(boolean, false) },
  reply: { secret: v.nullable(v.string()) },
  run({ realm, actor, params }) {
    accessAuditLog(realm, actor);
    checkRecentLogin(realm, actor);
    return { secret: changeDestination(realm, { url: params.url, renewsSecret: params.new_secret }) ?? null };
  },
});

const deleteDestinationEndpoint = action({
  route: "DELETE /audit_log/destination",
  by: "owner",
  run({ realm, actor }) {
    accessAuditLog(realm, actor);
    endDestination(realm);
  },
});

export const pushFeedEndpoints = [
  getDestinationEndpoint,
  createDestinationEndpoint,
  changeDestinationEndpoint,
  deleteDestinationEndpoint,
];
