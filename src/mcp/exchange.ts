import { McpError, MISSING_CAPABILITY } from "./errors.ts";
import type { JsonObject } from "./json.ts";

/** A request, as a tool, a prompt or a resource sees it. */
export interface Exchange {
  /** The things that the client can do for the server, by name; none of a legacy one. */
  readonly capabilities: JsonObject;
  /** The person's answers to what an earlier answer asked, by the keys of the questions. */
  readonly inputResponses: JsonObject | undefined;
  /** The state that this earlier answer had. */
  readonly state: unknown;
  /** Tells how far the call is. It does nothing where the client has not asked for it. */
  readonly progress: (progress: number, message?: string, total?: number) => void;
  /** Ends when the client has gone. */
  readonly signal: AbortSignal;
}

/** A request to the client, such as to ask the person something. */
export interface InputRequest {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params?: JsonObject;
}

/** Asks the person through the client: it repeats the call with the answers, and with the state, which is sealed. */
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

/** Whether a client can show its person a form. A client that does not say which kinds it knows means forms. */
export function canAsk({ elicitation }: JsonObject, mode: "form" | "url" = "form"): boolean {
  if (typeof elicitation !== "object" || elicitation === null) return false;
  return mode in elicitation || (mode === "form" && Object.keys(elicitation).length === 0);
}

/** Refuses to ask what the client has not said that it can answer. */
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
