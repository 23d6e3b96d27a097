import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { freePort } from "../../../src/cli/os/port.ts";
import { root } from "./launch.ts";
import { until } from "./processes.ts";

const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");
const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "1", NO_COLOR: "1" };

/** Runs the deployment configured by `wrangler.toml` on this machine, until the test ends. */
export async function startDeployment(data: string, vars: Record<string, string>): Promise<string> {
  // Given explicitly, because otherwise wrangler uses the configuration that was last deployed on this machine.
  const config = ["--config", join(root, "wrangler.toml")];
  const migrate = ["d1", "migrations", "apply", "parley", "--local", "--persist-to", data, ...config];
  const [port] = await Promise.all([
    freePort("127.0.0.1", 0),
    promisify(execFile)(process.execPath, [wrangler, ...migrate], { cwd: root, env }),
  ]);
  const given = Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
  const options = [
    "dev",
    ...config,
    "--local",
    "--port",
    String(port),
    "--inspector-port",
    "0",
    "--persist-to",
    data,
    ...given,
  ];
  const child = spawn(process.execPath, [wrangler, ...options, "--show-interactive-dev-session=false"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  onTestFinished(() => end(child));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const url = `http://localhost:${port}`;
  await until("what is deployed answers", async () => {
    if (child.exitCode !== null) throw new Error(`wrangler dev has ended: ${output}`);
    return (await fetch(`${url}/health`).catch(() => null))?.status === 200;
  });
  return url;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = once(child, "close");
  process.kill(-child.pid, "SIGKILL");
  await ended;
}
