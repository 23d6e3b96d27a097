import { McpError, MISSING_CAPABILITY } from "./errors.ts";
import type { JsonObject } from "./json.ts";

/** A request as seen by a tool, prompt or resource. */
export interface Exchange {
  /** Client capabilities by name; empty for legacy clients. */
  readonly capabilities: JsonObject;
  /** The user's answers to questions in an earlier response, by question key. */
  readonly inputResponses: JsonObject | undefined;
  /** State that the earlier response contained. */
  readonly state: unknown;
  /** Reports the call's progress. Does nothing unless the client requested progress reports. */
  readonly progress: (progress: number, message?: string, total?: number) => void;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** A request to the client, such as to ask its user something. */
export interface InputRequest {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params?: JsonObject;
}

/**
 * A result that asks the user something through the client, which then repeats the call with the answers and the sealed
 * state.
 */
export class InputRequired {
  constructor(
    readonly requests: Readonly<Record<string, InputRequest>>,
    readonly state?: unknown,
  ) {}
}

const NEEDED = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
} as const satisfies Record<InputRequest["method"], string>;

/** Whether a client can ask its user with a form, or with a URL. A client that lists no kinds supports forms. */
export function canAsk({ elicitation }: JsonObject, mode: "form" | "url" = "form"): boolean {
  if (typeof elicitation !== "object" || elicitation === null) return false;
  return mode in elicitation || (mode === "form" && Object.keys(elicitation).length === 0);
}

/** Throws if a request needs a capability the client hasn't declared. */
export function checkCapabilities(capabilities: JsonObject, requests: Readonly<Record<string, InputRequest>>): void {
  const needed: Record<string, JsonObject> = {};
  for (const { method, params } of Object.values(requests)) {
    const mode = params?.["mode"] === "url" ? "url" : "form";
    const isThere = method === "elicitation/create" ? canAsk(capabilities, mode) : NEEDED[method] in capabilities;
    if (!isThere) needed[NEEDED[method]] = method === "elicitation/create" && mode === "url" ? { url: {} } : {};
  }
  if (Object.keys(needed).length === 0) return;
  throw new McpError(MISSING_CAPABILITY, `The client lacks: ${Object.keys(needed).join(", ")}.`, 400, {
    requiredCapabilities: needed,
  });
}
