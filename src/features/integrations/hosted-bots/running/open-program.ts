import type { Config } from "../../../../config/config.ts";
import type { Env } from "../../../../config/env.ts";
import { digestOf } from "../hosted-bots.ts";
import { runLimits } from "../run-limits.ts";
import harness from "./harness.client.js";

/** A script, with its organization and bot. No two scripts share an isolate. */
export interface Program {
  readonly organization: number;
  readonly bot: string;
  readonly text: string;
}

export interface Runner {
  readonly env: Pick<Env, "LOADER">;
  readonly config: Pick<Config, "botsUrl" | "runsBots" | "setupToken">;
}

/** A running script. Its only input and output are lines. */
export interface Running {
  write(line: object): void;
  readonly said: Promise<Response>;
  /** Terminates the script, regardless of what it is doing. */
  end(): void;
}

const encoder = new TextEncoder();

/**
 * Starts a script in its own isolate: a dynamic Worker on Cloudflare, or a process on your own machine, where nothing
 * else could stop an infinite loop. Neither has network access.
 */
export function openProgram({ env, config }: Runner, program: Program): Running {
  const { readable, writable } = new IdentityTransformStream();
  const writer = writable.getWriter();
  const ending = new AbortController();
  const write = (line: object) => void writer.write(encoder.encode(`${JSON.stringify(line)}\n`)).catch(() => {});
  const request = { method: "POST", body: readable, signal: ending.signal };
  const said =
    config.botsUrl === null
      ? loaded(env, program).fetch("https://bot.invalid/", request)
      : fetch(config.botsUrl, { ...request, headers: { authorization: `Bearer ${config.setupToken}` } });
  if (config.botsUrl !== null) write({ organization: program.organization, harness, program: program.text });
  return {
    write,
    said,
    end() {
      writer.abort().catch(() => {});
      ending.abort();
    },
  };
}

function loaded({ LOADER }: Runner["env"], { organization, bot, text }: Program): Fetcher {
  if (LOADER === undefined) throw new Error("nothing loads programs");
  const { cpu_ms: cpuMs } = runLimits;
  const worker = LOADER.get(`${organization}/${bot}/${digestOf(text)}/${digestOf(harness)}`, () => ({
    compatibilityDate: COMPATIBILITY_DATE,
    mainModule: "harness.js",
    modules: { "harness.js": harness, "bot.js": text },
    env: {},
    globalOutbound: null,
    limits: { cpuMs, subRequests: 1 },
  }));
  return worker.getEntrypoint();
}

/** Compatibility date for scripts. A later one may break them. */
const COMPATIBILITY_DATE = "2026-09-01";
