import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { MeteredServer } from "../cost/metered-server.ts";
import type { Measure } from "../measure.ts";

/** The heartbeat interval of polls without events. In a deployment it is 50 seconds. */
const HEARTBEAT_SECONDS = 4;
const HEARTBEATS = 10;

/** Measures the work that an idle assistant stream causes in the organization's object. */
export const measure: Measure = {
  name: "assistant-streams",
  about: "an assistant waits for changes, and there are none: what each heartbeat has the object do",
  async run(bench) {
    const directory = mkdtempSync(join(tmpdir(), "parley-bench-"));
    const vars = { HEARTBEAT_SECONDS: String(HEARTBEAT_SECONDS) };
    const metered = await MeteredServer.start(join(directory, "data"), vars);
    const beats = bench.settings.quick ? 1 : HEARTBEATS;
    const counted = async () => {
      const before = await metered.counts();
      await pause(beats * HEARTBEAT_SECONDS * 1000);
      const after = await metered.counts();
      const each = (name: "object_requests" | "rows_read" | "rows_written") => (after[name] - before[name]) / beats;
      return { requests: each("object_requests"), read: each("rows_read"), written: each("rows_written") };
    };
    try {
      const bot = await waitingBot(metered);
      await metered.settled();
      bench.progress("without a stream");
      const without = await counted();
      const close = await openStream(metered, bot);
      bench.progress("with a stream");
      const beside = await counted();
      close();
      const less = (name: keyof typeof without) => beside[name] - without[name];
      bench.report({ name: "a heartbeat: requests to the object", value: less("requests"), unit: "requests" });
      bench.report({ name: "a heartbeat: rows read", value: less("read"), unit: "rows" });
      bench.report({ name: "a heartbeat: rows written", value: less("written"), unit: "rows" });
    } finally {
      await metered.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

interface Waiting {
  /** The URI of a channel's MCP resource. */
  readonly uri: string;
  /** The API key of a bot that is subscribed to the channel. */
  readonly key: string;
}

async function waitingBot({ server }: MeteredServer): Promise<Waiting> {
  const fields = { full_name: "Waiting", short_name: "waiting", bot_type: 1 };
  const bot = await server.call<{ user_id: number; api_key: string }>("POST", "/bots", fields);
  const subscriptions = [{ name: "quiet" }];
  await server.call("POST", "/users/me/subscriptions", { subscriptions, principals: [bot.user_id] });
  const { stream_id } = await server.call<{ stream_id: number }>("GET", "/get_stream_id", { stream: "quiet" });
  return { uri: `parley://channel/${stream_id}`, key: bot.api_key };
}

/** Opens the bot's stream. Returns a function that closes it. */
async function openStream({ server }: MeteredServer, { uri, key }: Waiting): Promise<() => void> {
  const version = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const over = new AbortController();
  const answer = await fetch(`http://localhost:${server.port}/mcp`, {
    method: "POST",
    signal: over.signal,
    headers: {
      ...{ authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...{ accept: "application/json, text/event-stream" },
      ...{ "mcp-protocol-version": version, "mcp-method": "subscriptions/listen" },
    },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "subscriptions/listen" },
      params: { _meta, notifications: { resourceSubscriptions: [uri] } },
    }),
  });
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  const first = new TextDecoder().decode(value);
  if (!first.includes(uri)) throw new Error(`${answer.status}: ${first}`);
  void (async () => {
    while (reader !== undefined && !(await reader.read()).done);
  })().catch(() => {});
  return () => over.abort();
}
