import * as v from "valibot";
import type { Asked, AskedBy, Calls } from "./calls.ts";
import { badRequest, integer, json, Refusal, uuid4 } from "./checks.ts";
import type { Installation, ServiceState } from "./service-state.ts";

const KEY_LENGTH = 64;

const key = v.pipe(v.string(), v.length(KEY_LENGTH), v.regex(/^[A-Za-z0-9]+$/));
const host = v.pipe(v.string(), v.maxLength(128));
const registration = v.object({
  zulip_org_id: v.pipe(uuid4, v.length(36)),
  zulip_org_key: key,
  hostname: host,
  contact_email: v.string(),
  new_org_key: v.optional(key),
});

const realm = v.strictObject({
  id: integer,
  uuid: uuid4,
  uuid_owner_secret: v.pipe(v.string(), v.nonEmpty()),
  host: v.pipe(v.string(), v.nonEmpty()),
  url: v.pipe(v.string(), v.url()),
  name: v.string(),
  org_type: integer,
  date_created: v.number(),
  deactivated: v.boolean(),
  is_system_bot_realm: v.boolean(),
  authentication_methods: v.record(v.string(), v.boolean()),
});
const rows = v.array(v.record(v.string(), v.unknown()));
const report = v.object({
  realm_counts: json(rows),
  installation_counts: json(rows),
  realmauditlog_rows: json(rows),
  realms: json(v.array(realm)),
  version: json(v.string()),
  merge_base: json(v.string()),
  api_feature_level: json(integer),
});

const transfer = v.object({ hostname: host });
const challenge = v.object({ hostname: host, access_token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{20,}$/)) });

const DISPOSABLE = ["mailinator.com", "guerrillamail.com"];
const WITHOUT_MAIL = /(?:^|\.)(?:test|invalid|localhost|local)$/;

function checkEmail(address: string): void {
  const refuse = (reason: string) => badRequest(`Invalid server administrator email address: ${reason}`);
  const domain = /^[^\s@]+@([^\s@]+)$/.exec(address)?.[1]?.toLowerCase();
  const refused = (reason: string, email_reason: string) => {
    const { code, message, status } = refuse(reason);
    return new Refusal(code, message, status, { email_reason });
  };
  if (domain === undefined) throw refused("Invalid address.", "invalid_address");
  if (/(?:^|\.)example\.(?:com|net|org)$/.test(domain)) throw refused("Invalid address.", "example_domain");
  if (DISPOSABLE.includes(domain)) throw refused("Disposable address.", "disposable_address");
  if (WITHOUT_MAIL.test(domain)) throw refused("No MX record.", "no_mx_record");
}

function checkHostname(hostname: string): void {
  const url = URL.canParse(`https://${hostname}/`) ? new URL(`https://${hostname}/`) : undefined;
  const isHost = url !== undefined && url.pathname === "/" && url.username === "" && !/[/?#@\s]/.test(hostname);
  const hasDot = /[^.]\.[^.]/.test(url?.hostname ?? "") || url?.hostname === "localhost";
  if (!isHost || !hasDot) throw badRequest(`${hostname} is not a valid hostname`);
}

const byHostname = (state: ServiceState, hostname: string) =>
  [...state.installations.values()].find((one) => one.hostname === hostname && !one.isDeactivated);

/** Throws if another installation has already reported one of the organizations. */
function checkOwned(state: ServiceState, installation: Installation, uuids: readonly string[]): void {
  const isElsewhere = (one: string) => {
    const found = state.realms.get(one);
    return found !== undefined && found.installation !== installation;
  };
  if (new Set(uuids).size < uuids.length || uuids.some(isElsewhere)) {
    throw badRequest("Duplicate registration detected.");
  }
}

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_LENGTH / 2)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

/** Attempts at fetching an installation's secret. */
const TRIES = 3;

async function hasSecret(asked: Asked, url: string, secret: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const response = await asked.fetchOutside(url);
      if (!response.ok) continue;
      const said = v.safeParse(v.object({ verification_secret: v.string() }), await response.json());
      return said.success && said.output.verification_secret === secret;
    } catch {
      // Retry.
    }
  }
  throw badRequest("Error response received from the host");
}

export const installationCalls: Calls = {
  open: {
    "POST server/register": ({ state, form }: Asked) => {
      const asked = form(registration);
      checkHostname(asked.hostname);
      checkEmail(asked.contact_email);
      const found = state.installations.get(asked.zulip_org_id);
      if (found?.isDeactivated)
        throw badRequest("The mobile push notification service registration for your server has been deactivated");
      if (found && found.key !== asked.zulip_org_key) {
        throw new Refusal("INVALID_ZULIP_SERVER", `Zulip server auth failure: key does not match role ${found.id}`);
      }
      const holder = byHostname(state, asked.hostname);
      if (holder && holder !== found) {
        const message = `A server with hostname ${asked.hostname} already exists`;
        throw new Refusal("HOSTNAME_ALREADY_IN_USE_BOUNCER_ERROR", message, 400, { hostname: asked.hostname });
      }
      if (found) {
        found.hostname = asked.hostname;
        found.contactEmail = asked.contact_email;
        if (asked.new_org_key !== undefined) found.key = asked.new_org_key;
        return { created: false };
      }
      const { zulip_org_id: id, hostname, contact_email: contactEmail } = asked;
      state.installations.set(id, { id, key: asked.zulip_org_key, hostname, contactEmail, isDeactivated: false });
      return { created: true };
    },

    "POST server/register/transfer": ({ state, form }: Asked) => {
      const { hostname } = form(transfer);
      checkHostname(hostname);
      if (!byHostname(state, hostname)) throw badRequest(`${hostname} not yet registered`);
      const secret = randomKey();
      state.transfers.set(hostname, secret);
      return { verification_secret: secret };
    },

    "POST server/register/verify_challenge": async (asked: Asked) => {
      const { state } = asked;
      const { hostname, access_token } = asked.form(challenge);
      const installation = byHostname(state, hostname);
      const secret = state.transfers.get(hostname);
      if (!installation || secret === undefined) throw badRequest("The verification secret is missing or expired");
      const url = `https://${hostname}/api/v1/zulip-services/verify/${access_token}/`;
      if (!(await hasSecret(asked, url, secret))) throw badRequest("The verification secret is malformed");
      state.transfers.delete(hostname);
      installation.key = randomKey();
      return { zulip_org_id: installation.id, zulip_org_key: installation.key };
    },
  },

  authenticated: {
    "GET server/analytics/status": () => ({
      last_realm_count_id: 0,
      last_installation_count_id: 0,
      last_realmauditlog_id: 0,
    }),

    "POST server/analytics": ({ state, installation, form }: AskedBy) => {
      const { realms } = form(report);
      const uuids = realms.map(({ uuid }) => uuid);
      checkOwned(state, installation, uuids);
      for (const { uuid_owner_secret: _, ...facts } of realms) state.addRealm(facts.uuid, installation, facts);
      for (const one of state.realms.values()) {
        if (one.installation === installation && !uuids.includes(one.uuid)) one.isDeleted = true;
      }
      return { realms: Object.fromEntries(uuids.map((uuid) => [uuid, state.realms.get(uuid)?.status])) };
    },

    "POST server/deactivate": ({ installation }: AskedBy) => {
      installation.isDeactivated = true;
      return {};
    },
  },
};

/** Adds an already registered installation. */
export function addInstallation(state: ServiceState, id: string, key: string): Installation {
  const installation = { id, key, hostname: `${id}.example`, contactEmail: "", isDeactivated: false };
  state.installations.set(id, installation);
  return installation;
}
