import * as v from "valibot";
import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import { databaseOf, databasesOf } from "../../../database/databases.ts";
import { factsSchema, type OrganizationFacts, storedFacts, storeFacts } from "../../../database/push-organizations.ts";
import { callRealm, nothingSent } from "../../../http/ask-realm.ts";
import { deploymentOf } from "../../../http/http-context.ts";
import { Log } from "../../../logging/log.ts";
import { versionFields } from "../../../protocol/version.ts";
import type { Realm } from "../../../realm/realm.ts";
import {
  askService,
  type ServiceAnswer,
  serviceOf,
  valueIn,
} from "../../messages/push-notifications/mobile/push-service.ts";
import {
  type PushStatus,
  pushStatusSchema,
  recordPushStatus,
} from "../../organization/organization-settings/push-status.ts";
import { listNumbers } from "../organization-setup/organization-id.ts";
import { describeForPushEndpoint, recordStatusEndpoint } from "./organization-endpoints.ts";

interface Server {
  readonly config: Config;
  readonly env: Env;
  readonly log: Log;
}

type ReportResult =
  | { readonly kind: "reported"; readonly organizations: number; readonly enabled: number }
  /** The server has no push service, or no key for it. */
  | { readonly kind: "not registered" }
  | { readonly kind: "refused"; readonly code: string; readonly msg: string }
  | { readonly kind: "unreachable" };

/** Maximum number of organizations without stored facts that one report requests facts from. */
const MAX_ASKED = 200;
const PAGE = 500;
/** Number of attempts at a report if concurrent reports interfere. */
const MAX_ATTEMPTS = 4;

/** True if the server can send reports: it has a push service and a key for it. */
export const isRegistered = ({ config, env }: Pick<Server, "config" | "env">): boolean =>
  config.pushService !== null && Boolean(env.PUSH_SERVICE_KEY);

/**
 * Reports all organizations of the server to the push service. Always sends all of them, because a missing one counts
 * as deleted there. Notifies the organizations whether they get pushes, according to the response.
 *
 * @param here the organization whose object runs this; if given, only that one is notified
 */
export async function reportOrganizations(server: Server, here?: Realm): Promise<ReportResult> {
  const { config, env, log } = server;
  if (!isRegistered(server)) return { kind: "not registered" };
  const service = serviceOf(config.pushService, env);
  const ready = await askService(service, { path: "server/analytics/status", method: "GET" });
  if (ready.kind !== "done") return failed(ready, log);
  let told = await gather(server);
  for (let tries = 1; ; tries += 1) {
    const realms = told.map(({ facts }) => facts);
    const answer = await askService(service, { path: "server/analytics", form: formOf(realms) });
    if (answer.kind !== "done") return failed(answer, log);
    const now = await gather(server);
    // Another report may have been sent in the meantime. The last one to arrive must contain all facts.
    if (tries < MAX_ATTEMPTS && JSON.stringify(now) !== JSON.stringify(told)) {
      told = now;
      continue;
    }
    const enabled = await tellStatuses(server, here, told, valueIn(answer.reply, "realms"));
    log.info("push_report", { organizations: told.length, enabled });
    return { kind: "reported", organizations: told.length, enabled };
  }
}

interface OrganizationReport {
  readonly subdomain: string;
  readonly facts: OrganizationFacts;
}

/** Returns the facts of all organizations. Requests them from organizations that haven't stored theirs yet. */
async function gather(server: Server): Promise<readonly OrganizationReport[]> {
  const first = databaseOf(server.env);
  const known = new Map((await storedFacts(first)).map((facts) => [facts.id, facts]));
  const told: OrganizationReport[] = [];
  let asked = 0;
  for (const { number, subdomain } of await allNumbers(server.env)) {
    let facts = known.get(number);
    if (facts === undefined && asked++ < MAX_ASKED) {
      facts = await factsFrom(server, subdomain);
      if (facts !== undefined) await storeFacts(first, facts);
    }
    if (facts?.id === number) told.push({ subdomain, facts });
  }
  return told;
}

async function allNumbers(env: Env) {
  const all: Awaited<ReturnType<typeof listNumbers>> = [];
  for (let page = PAGE; page === PAGE; ) {
    const next = await listNumbers(databasesOf(env), { after: all.at(-1)?.subdomain, most: PAGE });
    all.push(...next);
    page = next.length;
  }
  return all;
}

const answerSchema = v.object({ facts: v.nullable(factsSchema) });

/** Requests an organization's facts from it. Returns undefined if it doesn't exist or doesn't respond. */
async function factsFrom(server: Server, subdomain: string): Promise<OrganizationFacts | undefined> {
  try {
    const answer = await callRealm(server, true, call(subdomain, describeForPushEndpoint.route));
    // An id without an organization, for example after a failed creation, has no facts.
    return answer.ok ? (v.parse(answerSchema, answer.value).facts ?? undefined) : undefined;
  } catch (error) {
    server.log.trouble("push_facts_unknown", error);
    return undefined;
  }
}

const ofNobody = () => ({ id: crypto.randomUUID(), origin: "", address: "", userAgent: "", client: "push report" });

const call = (subdomain: string, route: string) => ({
  subdomain,
  route,
  step: "run" as const,
  ...nothingSent,
  facts: ofNobody(),
});

function formOf(realms: readonly OrganizationFacts[]): Record<string, string> {
  const { zulip_version, zulip_merge_base, zulip_feature_level } = versionFields();
  return {
    realm_counts: "[]",
    installation_counts: "[]",
    realmauditlog_rows: "[]",
    realms: JSON.stringify(realms),
    version: JSON.stringify(zulip_version),
    merge_base: JSON.stringify(zulip_merge_base),
    api_feature_level: JSON.stringify(zulip_feature_level),
  };
}

/** Informs organizations whether they get pushes. Returns how many do. */
async function tellStatuses(
  server: Server,
  here: Realm | undefined,
  told: readonly OrganizationReport[],
  answers: unknown,
) {
  let enabled = 0;
  for (const { subdomain, facts } of told) {
    const status = v.safeParse(pushStatusSchema, valueIn(answers, facts.uuid));
    if (!status.success) continue;
    if (status.output.can_push) enabled += 1;
    if (here?.id === facts.id) here.change(() => recordPushStatus(here, status.output));
    else if (here === undefined) await reportStatus(server, subdomain, status.output);
  }
  return enabled;
}

async function reportStatus(server: Server, subdomain: string, status: PushStatus): Promise<void> {
  try {
    await callRealm(server, true, { ...call(subdomain, recordStatusEndpoint.route), params: { status } });
  } catch (error) {
    server.log.trouble("push_status_untold", error);
  }
}

function failed(answer: Exclude<ServiceAnswer, { readonly kind: "done" }>, log: Log): ReportResult {
  if (answer.kind !== "refused") return { kind: "unreachable" };
  const { code, msg = code } = answer;
  log.warn("push_report_refused", { code, msg });
  return { kind: "refused", code, msg };
}

/** Reports all organizations to the push service. Triggered by Cloudflare's cron (wrangler.toml). */
export async function reportDaily(_: unknown, bindings: Env): Promise<void> {
  const { config, env } = deploymentOf(bindings);
  const log = new Log({ request: crypto.randomUUID(), method: "SCHEDULED", route: "push report" });
  const { kind } = await reportOrganizations({ config, env, log });
  if (kind === "unreachable") log.warn("push_report_unanswered");
}
