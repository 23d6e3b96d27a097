import { existsSync } from "node:fs";
import { join } from "node:path";
import { lowLimitNotice } from "../front-proxy/descriptors.ts";
import type { firstOrganization } from "./first-organization.ts";

interface Listening {
  readonly host: string;
  readonly port: number;
  readonly vars: Record<string, string>;
  readonly descriptors: number;
  readonly countsProxyAlone: boolean;
  readonly settingsFile: string | undefined;
  readonly holdsOutgoing: boolean;
  readonly isDemo: boolean;
}

export function describeStart(
  version: string,
  site: string,
  { host, port, vars, descriptors, countsProxyAlone, settingsFile, holdsOutgoing, isDemo }: Listening,
  data: string,
  first: Awaited<ReturnType<typeof firstOrganization>>,
) {
  const lines = [`Parley ${version} is running at ${site}`, ""];
  if (first && "owner" in first) {
    const { email, password } = first.owner;
    lines.push(
      "  Your team chat is ready. Open this address in a browser.",
      `  Log in as ${email} with the password ${password}`,
      "  (shown only this once; you can change it in the settings).",
    );
  } else if (first) lines.push(`  Note: ${first.notice}`);
  else lines.push("  Open this address in a browser, and log in.");

  if (isDemo) lines.push("", `  This is a demo: its people are made up. To start over, delete ${data}.`);

  const zuliprc = join(data, "zuliprc");
  lines.push(
    "",
    `  Data          ${data}`,
    ...(existsSync(zuliprc) ? [`  Owner's key   ${zuliprc} (for bots and scripts)`] : []),
    ...(settingsFile === undefined ? [] : [`  Settings      ${settingsFile}`]),
    `  Listens on    ${host} port ${port}`,
  );
  if (vars["UNSAFE_EXPOSED"])
    lines.push("", "  Warning: anyone who can connect can log in as anyone, or use the test endpoints.");
  if (holdsOutgoing)
    lines.push("", "  Note: nothing is sent to anywhere (--hold-outgoing); what waits to be sent goes on waiting.");
  if (countsProxyAlone) {
    const note = "all clients share one rate limit before they log in; set --address-header to tell them apart";
    lines.push("", `  Note: ${note}.`);
  }
  const low = lowLimitNotice(descriptors);
  if (low) lines.push("", `  Note: ${low}`);
  lines.push("", "Press Ctrl-C to stop.");
  return lines.join("\n");
}
