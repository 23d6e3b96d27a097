// Tests what only a real deployment can show, and writes the results to a file. Documented in docs/cloudflare.md.
import { writeFileSync } from "node:fs";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { Client } from "./client.ts";
import { BY_HAND, steps } from "./steps.ts";

const USAGE = `Usage: parley account-check --site URL --email EMAIL --password PASSWORD [options]

The account has to own an organization that is only used for this, because the check fills it with
messages.

  --steps NAMES   only these steps, separated by commas:
                  ${steps.map(({ name }) => name).join(", ")}
  --short         a hundredth of everything, to try the check itself
  --sockets N     number of streams to open (default 2000)
  --deploys       also deploys
  --out FILE      where to write the results (default account-check.json)

Example: parley account-check --site https://a.example --email iris@a.example --password PASSWORD
`;

const options = {
  site: { type: "string" },
  email: { type: "string" },
  password: { type: "string" },
  steps: { type: "string" },
  short: { type: "boolean", default: false },
  sockets: { type: "string", default: "2000" },
  deploys: { type: "boolean", default: false },
  out: { type: "string", default: "account-check.json" },
} as const;

export const accountCheckCommand = command("account-check", { help: USAGE, options }, async ({ values }) => {
  const { site, email, password } = values;
  if (!site || !email || !password) throw new Failure("--site, --email and --password are needed; see --help", 2);

  const stranger = new Client(new URL(site));
  const { api_key } = await stranger.ok(stranger.call("POST", "/fetch_api_key", { username: email, password }));
  const owner = new Client(new URL(site), `${email}:${api_key}`);
  const name = "account check";
  await owner.ok(owner.call("POST", "/users/me/subscriptions", { subscriptions: JSON.stringify([{ name }]) }));
  const { stream_id: channel } = await owner.ok(owner.call("GET", "/get_stream_id", { stream: name }));
  const sockets = Number(values.sockets);
  if (!Number.isSafeInteger(sockets) || sockets < 1) throw new Failure("--sockets takes a whole number", 2);
  const scale = values.short ? 0.01 : 1;
  const context = { stranger, owner, password, channel, scale, sockets, deploys: values.deploys };

  const chosen = values.steps?.split(",") ?? steps.map((step) => step.name);
  const results: object[] = [];
  for (const step of steps.filter((one) => chosen.includes(one.name))) {
    process.stdout.write(`${step.name}: ${step.expects}\n`);
    const result = await step
      .run(context)
      .catch((error) => ({ isGood: false, told: { error: String(error.message) } }));
    process.stdout.write(`  ${result.isGood ? "as expected" : "NOT AS EXPECTED"} ${JSON.stringify(result.told)}\n`);
    results.push({ step: step.name, expects: step.expects, ...result });
    if (!result.isGood) process.exitCode = 1;
  }
  const left = BY_HAND.map(([what, expects]) => ({ what, expects, found: "" }));
  writeFileSync(
    values.out,
    `${JSON.stringify({ site, date: new Date().toISOString(), results, byHand: left }, null, 2)}\n`,
  );
  process.stdout.write(
    `\nBy hand, to be written into ${values.out}:\n${left.map((one) => `  ${one.what}: ${one.expects}\n`).join("")}`,
  );
});
