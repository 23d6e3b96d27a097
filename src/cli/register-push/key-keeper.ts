import {
  type PushCredentials,
  readPushCredentials,
  removePushCredentials,
  writePushCredentials,
} from "../data-directory/push-credentials.ts";
import type { Operator } from "../operator/operator.ts";
import { Failure } from "../os/failure.ts";
import { reloadServer } from "../server/reload.ts";
import { splitKey } from "./push-registry.ts";

/** Where a server stores its key for the push service. */
export interface KeyKeeper {
  /** The server's key. Undefined if it has none, or if this process can't read it. */
  readonly known: PushCredentials | undefined;
  /** Stores a key that the service may have received, although no response has arrived. */
  draft(credentials: PushCredentials): void;
  discard(): void;
  keep(credentials: PushCredentials): void;
  use(credentials: PushCredentials): Promise<void>;
  remove(): Promise<void>;
}

/** Stores the key in the data directory of a server on this machine. */
export function inDirectory(data: string, operator: Operator, given: PushCredentials | undefined): KeyKeeper {
  const known = given ?? readPushCredentials(data);
  const keep = (credentials: PushCredentials) => writePushCredentials(data, credentials);
  return {
    known,
    draft: keep,
    keep,
    discard: () => removePushCredentials(data),
    async use({ key }) {
      await reloadServer(data);
      const { service_id } = await report(operator);
      if (service_id === splitKey(key)[0]) return;
      throw new Failure(
        "the server has another key by its settings or environment: remove PUSH_SERVICE_KEY and PUSH_SERVICE_URL there",
      );
    },
    async remove() {
      removePushCredentials(data);
      await reloadServer(data);
      console.log("The registration has ended.");
    },
  };
}

/** Prints the key, for a deployment that stores it as a Cloudflare secret. */
export function elsewhere(site: string, given: PushCredentials | undefined): KeyKeeper {
  return {
    known: given,
    draft() {},
    discard() {},
    keep({ key }) {
      console.log(`The server's key (keep it secret):\n\n  ${key}\n`);
    },
    async use({ service }) {
      console.log(`\
Give it to the deployment, and name the service in parley.toml:

  npx wrangler secret put PUSH_SERVICE_KEY
  push_service_url = "${service}"

Then npm run deploy, and parley register-push --report --site ${site}`);
    },
    async remove() {
      console.log(`\
The registration has ended. Take push_service_url out of parley.toml, then:

  npx wrangler secret delete PUSH_SERVICE_KEY
  npm run deploy`);
    },
  };
}

/** Makes the server report all its organizations to the service, and prints the result. */
export async function report(operator: Operator) {
  const { service_id, organizations, enabled, problem } = await operator.ask<Report>("push/report");
  if (service_id === null)
    throw new Failure("the server has no push service: PUSH_SERVICE_URL or PUSH_SERVICE_KEY is missing");
  if (problem !== null) throw new Failure(`couldn't report the organizations to the service: ${problem}`);
  console.log(
    `The service knows ${organizations} organization${organizations === 1 ? "" : "s"}; push notifications are on for ${enabled}.`,
  );
  return { service_id };
}

interface Report {
  readonly service_id: string | null;
  readonly organizations: number;
  readonly enabled: number;
  readonly problem: string | null;
}
