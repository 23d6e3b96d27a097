import type { Env } from "../../../config/env.ts";
import { deploymentOf } from "../../../http/http-context.ts";
import { Log } from "../../../logging/log.ts";
import { reportOrganizations } from "./report-organizations.ts";

/** Reports all organizations to the push service. Triggered by Cloudflare's cron (wrangler.toml). */
export async function reportDaily(_: unknown, bindings: Env): Promise<void> {
  const { config, env } = deploymentOf(bindings);
  const log = new Log({ request: crypto.randomUUID(), method: "SCHEDULED", route: "push report" });
  const { kind } = await reportOrganizations({ config, env, log });
  if (kind === "unreachable") log.warn("push_report_unanswered");
}
