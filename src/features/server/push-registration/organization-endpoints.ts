import * as v from "valibot";
import { setupAction } from "../../../api/endpoint.ts";
import { json } from "../../../api/parameter.ts";
import { pushStatusSchema, recordPushStatus } from "../../organization/organization-settings/push-status.ts";
import { factsOf } from "./facts.ts";

// Called by the Worker for reports, to request an organization's facts and to send it the service's response.

export const describeForPushEndpoint = setupAction({
  route: "POST /organizations/push/describe",
  internal: true,
  evenDeactivated: true,
  repeatable: true,
  limited: false,
  reply: { facts: v.nullable(v.unknown()) },
  run: ({ realm }) => ({ facts: factsOf(realm) }),
  absent: () => ({ facts: null }),
});

export const recordStatusEndpoint = setupAction({
  route: "POST /organizations/push/status",
  internal: true,
  evenDeactivated: true,
  repeatable: true,
  limited: false,
  params: { status: json(pushStatusSchema) },
  run: ({ realm, params: { status } }) => recordPushStatus(realm, status),
  absent: () => ({}),
});
