import { setTimeout as pause } from "node:timers/promises";
import { type Operator, RefusedByServer } from "../operator/operator.ts";
import { Failure } from "../os/failure.ts";

interface State {
  readonly id: number;
  readonly state: string;
  readonly sources_read: number;
  readonly sources: number;
  readonly bytes: number;
  readonly path: string | null;
  readonly etag: string | null;
}

export type FinishedExport = State & { path: string; etag: string };

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;

/** Starts a whole-organization export, or continues an existing one, and waits until it is done. */
export async function wholeExport(
  operator: Operator,
  secrets: boolean,
  say: (line: string) => void,
): Promise<FinishedExport> {
  let state = await operator.ask<State>("export", { secrets });
  const { id } = state;
  let told = "";
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, MAX_PAUSE_MS)) {
    if (state.id !== id || state.state === "ended") throw new Failure("someone else ended the export");
    if (state.state === "failed") throw new Failure("the server couldn't write the export; see its log");
    const done = doneIn(state);
    if (done) return done;
    const line = `written: ${(state.bytes / 1e6).toFixed(1)} MB, ${state.sources_read} of ${state.sources} tables`;
    if (line !== told) say(line);
    told = line;
    await pause(ms);
    state = await operator.ask("export/state");
  }
}

export async function keptExport(operator: Operator, etag: string): Promise<FinishedExport | undefined> {
  try {
    const done = doneIn(await operator.ask("export/state"));
    return done?.etag === etag ? done : undefined;
  } catch (error) {
    if (error instanceof RefusedByServer) return undefined;
    throw error;
  }
}

function doneIn({ path, etag, ...state }: State): FinishedExport | undefined {
  return state.state === "done" && path !== null && etag !== null ? { ...state, path, etag } : undefined;
}
