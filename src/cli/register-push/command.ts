import { randomBytes, randomUUID } from "node:crypto";
import { createInterface } from "node:readline/promises";
import type { PushCredentials } from "../data-directory/push-credentials.ts";
import { findServer, serverOptions } from "../operator/find-server.ts";
import type { Operator } from "../operator/operator.ts";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { isPublicName } from "../settings/contradictions.ts";
import { elsewhere, inDirectory, type KeyKeeper, report } from "./key-keeper.ts";
import { NoAnswer, PushRegistry, RefusedByService, splitKey } from "./push-registry.ts";

/** Returns the terms that the user must accept before anything is sent to the service. */
const termsOf = ({ service, hostname, contact_email, isTransfer }: Registrant & { isTransfer: boolean }) => `\
Push notifications for Zulip's apps go through ${service}.

Its operators will learn:
  - the name of this server: ${hostname}
  - an email address to reach you: ${contact_email}
  - about each organization: its name, host, URL, kind, id and creation date, its login methods, and
    whether it is deactivated (https://zulip.com/doc-permalinks/basic-metadata). The server
    tells it daily, and when an organization is made or changed.
No messages and no names of people are among it.

You use the service under its terms: https://zulip.com/policies/terms
${isTransfer ? `\nThe registration of ${hostname} moves to this server: the key that another server has ends.\n` : ""}`;

/** Push service run by the makers of Zulip's official apps. */
const DEFAULT_SERVICE = "https://push.zulipchat.com";
const HOSTNAME_TAKEN = "HOSTNAME_ALREADY_IN_USE_BOUNCER_ERROR";

const help = `Usage: parley register-push [options]

Registers the server with the push service of Zulip's apps, so that phones get notifications. Shows
whose terms apply and what is sent to the service, and asks for confirmation. The server's key is
stored in push-service.toml in the data directory; for a server elsewhere (--site) it is printed.
Run it again to change the server's name or the email address at the service.

  --email ADDRESS           where the service reaches you (or OPERATOR_EMAIL in the environment)
  --yes                     agrees to the terms without asking
  --rotate                  replaces the key with a new one
  --transfer                takes over another server's registration under this name, or one whose
                            key is lost; revokes the old key
  --report                  reports all organizations to the service now, as the server does daily
  --deactivate              ends the registration
  --service URL             another push service (default ${DEFAULT_SERVICE})
  --data DIRECTORY          data directory of a server running on this machine (default .data)
  --site URL                URL of a server elsewhere, with
  --setup-token TOKEN       its setup token (or SETUP_TOKEN in the environment), and its key in
                            PUSH_SERVICE_KEY in the environment, if it already has one

Example: parley register-push --email ops@example.org --data /var/lib/parley
`;

const options = {
  ...serverOptions,
  email: { type: "string" },
  yes: { type: "boolean", default: false },
  rotate: { type: "boolean", default: false },
  transfer: { type: "boolean", default: false },
  report: { type: "boolean", default: false },
  deactivate: { type: "boolean", default: false },
  service: { type: "string" },
} as const;

const CHOICES = ["rotate", "transfer", "report", "deactivate"] as const;

export const registerPushCommand = command("register-push", { help, options }, async ({ values }) => {
  const [choice, other] = CHOICES.filter((name) => values[name]);
  if (other !== undefined) throw new Failure(`--${choice} and --${other} are two different things; see --help`, 2);
  const operator = findServer(values);
  if (choice === "report") return void (await report(operator));

  const { PUSH_SERVICE_KEY, PUSH_SERVICE_URL, OPERATOR_EMAIL } = process.env;
  const given = PUSH_SERVICE_KEY && { service: PUSH_SERVICE_URL || DEFAULT_SERVICE, key: PUSH_SERVICE_KEY };
  const { site, data } = values;
  const keeper =
    site === undefined ? inDirectory(data, operator, given || undefined) : elsewhere(site, given || undefined);
  const service = serviceUrl(values.service ?? keeper.known?.service ?? (PUSH_SERVICE_URL || DEFAULT_SERVICE));
  const registry = new PushRegistry(service);
  const { host: hostname } = operator.server;

  if (choice === "deactivate") {
    const { key } = registered(keeper);
    console.log(`Without its registration at ${service}, phones get no notifications from ${hostname}.`);
    if (!values.yes) await agree("End the registration?");
    await registry.deactivate(key);
    return keeper.remove();
  }

  if (service === DEFAULT_SERVICE && !isPublicName(hostname.replace(/:\d+$/, "")))
    throw new Failure(`${service} takes servers with a public name, not ${hostname}: set root_domain`);
  const contact_email = values.email ?? OPERATOR_EMAIL;
  if (contact_email === undefined) throw new Failure("--email ADDRESS is missing; see parley register-push --help", 2);
  const about = { service, hostname, contact_email };
  if (choice === "rotate") return rotate(registry, keeper, about);
  console.log(termsOf({ ...about, isTransfer: choice === "transfer" }));
  if (!values.yes) await agree("Do you agree?");
  return choice === "transfer" ? transfer(registry, keeper, operator, about) : register(registry, keeper, about);
});

interface Registrant {
  readonly service: string;
  readonly hostname: string;
  readonly contact_email: string;
}

async function register(registry: PushRegistry, keeper: KeyKeeper, { service, ...about }: Registrant) {
  const key = keeper.known?.key ?? `${randomUUID()}:${newPassword()}`;
  // The service may receive a key although its response is lost. The next attempt must use the same one.
  if (keeper.known === undefined) keeper.draft({ service, key });
  try {
    const isNew = await registry.register({ ...about, key });
    console.log(isNew ? `${about.hostname} is registered.` : `The registration of ${about.hostname} is up to date.`);
  } catch (error) {
    if (keeper.known === undefined && error instanceof RefusedByService) keeper.discard();
    throw error instanceof RefusedByService && error.code === HOSTNAME_TAKEN
      ? withAdvice(error, about.hostname)
      : error;
  }
  keeper.keep({ service, key });
  await keeper.use({ service, key });
}

async function rotate(registry: PushRegistry, keeper: KeyKeeper, { service, ...about }: Registrant) {
  const { key } = registered(keeper);
  const new_password = newPassword();
  try {
    await registry.register({ ...about, key, new_password });
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new Failure(`${error.message}: if it took the new key all the same, get another with --transfer`);
  }
  console.log(`The key of ${about.hostname} is replaced.`);
  const credentials = { service, key: `${splitKey(key)[0]}:${new_password}` };
  keeper.keep(credentials);
  await keeper.use(credentials);
}

/**
 * Takes over a host name's registration. The service transfers it to the server that shows the service's secret under
 * that name.
 */
async function transfer(
  registry: PushRegistry,
  keeper: KeyKeeper,
  operator: Operator,
  { service, ...about }: Registrant,
) {
  const verification_secret = await registry.beginTransfer(about.hostname);
  const access_token = randomBytes(32).toString("base64url");
  await operator.ask("push/verification", { access_token, verification_secret });
  const key = await registry.endTransfer(about.hostname, access_token);
  console.log(`The registration of ${about.hostname} is this server's.`);
  keeper.keep({ service, key });
  await registry.register({ ...about, key });
  await keeper.use({ service, key });
}

function serviceUrl(service: string): string {
  const url = URL.parse(service);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Failure(`--service takes an address such as ${DEFAULT_SERVICE}, not "${service}"`, 2);
  return url.href.replace(/\/+$/, "");
}

const newPassword = () => randomBytes(32).toString("hex");

function registered({ known }: KeyKeeper): PushCredentials {
  if (known === undefined)
    throw new Failure("no key of this server is known: register it, or give it as PUSH_SERVICE_KEY in the environment");
  return known;
}

async function agree(question: string) {
  const answer = (await askQuestion(`${question} [Y/n] `))?.toLowerCase();
  if (answer !== undefined && ["", "y", "yes"].includes(answer)) return;
  throw new Failure("nothing was sent to the service");
}

const withAdvice = ({ message }: Failure, hostname: string) =>
  new Failure(
    `${message}\nIf ${hostname} is yours, parley register-push --transfer takes the registration over, which ends the key of the server
that has it (https://zulip.com/doc-permalinks/registration-transfer).`,
  );

/** Asks a question, and returns one line of input, or undefined if there is none. */
async function askQuestion(question: string): Promise<string | undefined> {
  process.stdout.write(question);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line.trim();
    return undefined;
  } finally {
    lines.close();
  }
}
