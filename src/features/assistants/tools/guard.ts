import { createHash } from "node:crypto";
import { HttpRefusal } from "../../../mcp/errors.ts";
import { type Exchange, type InputRequest, InputRequired } from "../../../mcp/exchange.ts";
import { isObject, type JsonObject } from "../../../mcp/json.ts";
import { canonical, type Json } from "../../../util/canonical.ts";
import { ANY_HOST, hostsIn, type SeenLink } from "../approvals/links.ts";
import type { WriteResult } from "../approvals/results.ts";
import { type Caller, failureOf, ToolError, textsOf, type UnguardedCaller } from "./caller.ts";
import { cleaned, truncate } from "./clean.ts";
import { timeIn } from "./times.ts";
import type { Tool, ToolResult } from "./tool.ts";
import { directWrites, noWrites, type Writer } from "./writes.ts";

/** Thrown to end a tool early, because the client has to ask the user, or the user will decide later. */
class Interrupted extends Error {
  constructor(readonly result: Result) {
    super("interrupted");
  }
}

type Result = InputRequired | ToolResult;

interface Guarded {
  readonly tool: Pick<Tool, "name" | "onlyReads">;
  readonly args: JsonObject;
  readonly exchange: Exchange;
}

/** Maximum hosts recorded per response. If there are more, every host counts as read. */
const MAX_LINKS = 200;

/** Runs a tool for an assistant, with approvals and limits. Bots have no grant, and run tools directly. */
export async function guarded(
  caller: UnguardedCaller,
  call: Guarded,
  work: (caller: Writer) => Promise<Result>,
): Promise<Result> {
  const { name, onlyReads } = call.tool;
  if (onlyReads(call.args)) {
    const reading = { kind: name === "await_reply" ? "wait" : "read", tool: name } as const;
    return watched(caller, reading, (one, note) => {
      const answer = work({ ...one, ...noWrites });
      // Waits need no `noting`: apart from messages, which are recorded anyway, they only return the user's decision or
      // answer.
      return reading.kind === "wait" ? answer : noting(note, answer);
    });
  }
  if (caller.scopes === null) return work({ ...caller, ...directWrites(caller) });
  const { writer, note, end } = grantRun(caller, call);
  try {
    const result = await noting(note, work(writer));
    await end();
    return result;
  } catch (error) {
    if (error instanceof Interrupted) return error.result;
    if (error instanceof ToolError) await end();
    throw error;
  }
}

/** Records the hosts in a tool's result or error. */
async function noting(note: (text: string) => void, answer: Promise<Result>): Promise<Result> {
  try {
    const result = await answer;
    if (!(result instanceof InputRequired)) note(result.text);
    return result;
  } catch (error) {
    if (error instanceof ToolError) note(error.message);
    throw error;
  }
}

interface ReadingCall {
  readonly kind: "read" | "wait";
  readonly tool: string;
}

/** Maximum number of conversations per response that the audit log records. */
const MAX_CONVERSATIONS = 500;

/**
 * Counts a reading call of an assistant. Afterwards, reports to the server which conversations and link hosts the
 * response contained.
 */
export async function watched<T>(
  caller: UnguardedCaller,
  { kind, tool }: ReadingCall,
  work: (caller: Caller, note: (text: string) => void) => Promise<T>,
): Promise<T> {
  if (caller.scopes === null && !caller.records_reads) return work(caller, () => {});
  const shown = new SeenContent(caller);
  await startCall(caller, kind);
  const call: Caller["call"] = async (route, fields) => {
    const answer = await caller.call(route, fields);
    await shown.note(route, answer);
    return answer;
  };
  try {
    return await work({ ...caller, call }, (text) => shown.noteText(text));
  } finally {
    await endCall(caller, { kind, tool }, shown);
  }
}

async function startCall(caller: UnguardedCaller, kind: ReadingCall["kind"]): Promise<void> {
  if (caller.scopes !== null) await checked(caller, "POST /assistants/calls", { kind });
}

async function endCall(
  caller: UnguardedCaller,
  { kind, tool }: ReadingCall,
  { links, conversations, boards }: SeenContent,
): Promise<void> {
  if (caller.scopes !== null && (kind === "wait" || links.size > 0)) {
    const told: SeenLink[] = links.size > MAX_LINKS ? [[ANY_HOST, 0]] : [...links.values()];
    await checked(caller, "POST /assistants/calls/end", { kind, links: JSON.stringify(told) });
  }
  if (caller.records_reads) {
    const ids = JSON.stringify([...conversations].slice(0, MAX_CONVERSATIONS));
    const channels = JSON.stringify([...boards]);
    await checked(caller, "POST /assistants/reads", { tool, conversations: ids, channels });
  }
}

interface Message {
  readonly recipient_id: number;
  readonly content: string;
  readonly subject: string;
}

interface Messages {
  readonly messages?: readonly Message[];
  readonly message?: Message;
}

interface ScheduledItems {
  readonly scheduled_messages?: readonly Pick<Message, "content">[];
  readonly reminders?: readonly Pick<Message, "content">[];
}

class SeenContent {
  readonly links = new Map<string, SeenLink>();
  readonly conversations = new Set<number>();
  /** Ids of the channels whose boards were shown. */
  readonly boards = new Set<number>();
  readonly #ownHost: string | undefined;

  constructor({ url }: Pick<Caller, "url">) {
    this.#ownHost = URL.parse(url)?.hostname;
  }

  async note(route: string, answer: Response): Promise<void> {
    if (!answer.ok) return;
    const [, board] = /^GET \/streams\/(\d+)\/board$/.exec(route) ?? [];
    if (board !== undefined) this.boards.add(Number(board));
    if (/^GET \/messages(?:\/\d+)?$/.test(route)) {
      const { messages, message }: Messages = await answer.clone().json();
      for (const one of messages ?? (message ? [message] : [])) this.#noteMessage(one);
    }
    if (route === "GET /scheduled_messages" || route === "GET /reminders") {
      const { scheduled_messages = [], reminders = [] }: ScheduledItems = await answer.clone().json();
      for (const { content } of [...scheduled_messages, ...reminders]) this.noteText(content);
    }
  }

  /**
   * Records text from outside any conversation, such as a file's. Its hosts count as read elsewhere for every
   * conversation, unless a message contains them, too.
   */
  noteText(text: string): void {
    const known = new Set([...this.links.values()].map(([host]) => host));
    for (const host of hostsIn(text)) if (!known.has(host)) this.#noteHost(host, 0);
  }

  #noteMessage({ recipient_id, content, subject }: Message): void {
    this.conversations.add(recipient_id);
    for (const host of hostsIn(`${subject}\n${content}`)) this.#noteHost(host, recipient_id);
  }

  #noteHost(host: string, conversation: number): void {
    if (host !== this.#ownHost) this.links.set(`${host} ${conversation}`, [host, conversation]);
  }
}

/** Calls an endpoint. If an assistant is far over its limits, the client gets the 429 response. */
async function checked(caller: UnguardedCaller, route: string, fields: Record<string, string>): Promise<Response> {
  const answer = await caller.call(route, fields);
  if (answer.ok) return answer;
  throw answer.status === 429 ? new HttpRefusal(answer) : await failureOf(caller, route, answer);
}

/** Runs a tool for a grant, and counts the run. Message changes can require the user's approval. */
function grantRun(caller: UnguardedCaller, guarded: Guarded) {
  const shown = new SeenContent(caller);
  const direct = directWrites(caller);
  let isCounted = false;
  let isMarked = false;
  const decided = (route: string, change: object) => {
    isCounted = true;
    return decidedChange(caller, guarded, route, textsOf(change));
  };
  const writer: Writer = {
    ...caller,
    async call(route, fields) {
      if (!route.startsWith("GET ")) throw new Error(`A tool that writes has called ${route}.`);
      const answer = await caller.call(route, fields);
      if (!isCounted) await shown.note(route, answer);
      return answer;
    },
    async send(message, due) {
      const { message_id, scheduled_message_id } = await decided("POST /assistants/messages", { ...message, ...due });
      return due === undefined ? message_id : scheduled_message_id;
    },
    async change(message_id, edit) {
      await decided("PATCH /assistants/messages", { ...edit, message_id, deletes: false });
    },
    async delete(message_id) {
      await decided("PATCH /assistants/messages", { message_id, deletes: true });
    },
    async mark(act, fields, id) {
      isCounted = true;
      if (!isMarked) await checked(caller, "POST /assistants/marks", {});
      isMarked = true;
      return direct.mark(act, fields, id);
    },
    ask(question) {
      // The endpoint counts the call.
      isCounted = true;
      return direct.ask(question);
    },
  };
  /** Counts a run that wrote nothing as a read, because its response may have shown something. */
  const end = async () => {
    if (isCounted) return;
    isCounted = true;
    await startCall(caller, "read");
    const records_reads = shown.conversations.size > 0 ? caller.records_reads : undefined;
    await endCall({ ...caller, records_reads }, { kind: "read", tool: guarded.tool.name }, shown);
  };
  return { writer, note: (text: string) => shown.noteText(text), end };
}

/** Requests a change from the server. Returns the outcome, or throws if the user declined or has yet to decide. */
async function decidedChange(
  caller: UnguardedCaller,
  { tool, args, exchange }: Guarded,
  route: string,
  fields: Record<string, string>,
) {
  const digest = digestOf([tool.name, args]);
  const shown = digestOf([route, fields]);
  const asked = answerOf(exchange);
  const differs = asked?.shown !== shown;
  const sent = {
    ...fields,
    ...{ tool: tool.name, digest, asks: String(canAsk(exchange)) },
    ...(typeof args["key"] === "string" && { key: args["key"] }),
    ...(asked && { question: asked.question, approves: String(asked.approves), differs: String(differs) }),
    ...(asked?.approves && !differs && asked.text !== undefined && "content" in fields && { content: asked.text }),
  };
  const answer = await checked(caller, route, sent);
  const outcome = await answer.json<WriteResult & { message_id: number; scheduled_message_id: number }>();
  switch (outcome.state) {
    case "sent":
    case "scheduled":
      return outcome;
    case "declined":
      throw new ToolError("The person has declined this. Do not try it again unless they ask for it.");
    case "ask": {
      const { at, recurrence, time_zone = "" } = fields;
      const first = at === undefined ? undefined : timeIn(Number(at), caller.timezone);
      const when = recurrence === undefined ? first : `${first}, repeating by ${recurrence} (${time_zone}),`;
      const question = questionOf(outcome, when);
      throw new Interrupted(new InputRequired({ [KEY]: question }, { question: outcome.question, shown }));
    }
    case "awaiting_approval": {
      const { state, handle } = outcome;
      const text = `The person has to approve it; nothing is sent yet. Ask for it with the handle ${handle}.`;
      throw new Interrupted({ text, data: { state, handle } });
    }
    default:
      return outcome.state satisfies never;
  }
}

const digestOf = (value: unknown): string =>
  createHash("sha256")
    .update(canonical(value as Json))
    .digest("base64url");

/** Whether the client can show a form to its user. Clients that specify no kinds support forms. */
function canAsk({ capabilities }: Exchange): boolean {
  const kinds = capabilities["elicitation"];
  return isObject(kinds) && ("form" in kinds || Object.keys(kinds).length === 0);
}

const KEY = "approval";

/** Maximum number of characters of a message's current text that a question shows. */
const MAX_SHOWN = 500;

const decisionField = { type: "string", title: "Decision", enum: ["send", "decline"] };

/** Returns the question that the client shows to the user: what is done, to which text, and where. */
function questionOf(
  { act, message_id, text, where, from, present }: WriteResult,
  when: string | undefined,
): InputRequest {
  const properties = {
    decision: decisionField,
    ...(text !== undefined && { text: { type: "string", title: "Text", default: text, maxLength: 10_000 } }),
  };
  const requestedSchema = { type: "object", properties, required: ["decision"] };
  const sends = when === undefined ? "send a message" : `schedule a message for ${when}`;
  const does = act === undefined ? sends : `${act} message ${message_id}`;
  const place = from === undefined ? `${act === undefined ? "To" : "In"}: ${where}` : `From: ${from}\nTo: ${where}`;
  const now = present === undefined ? "" : `\n\nNow:\n${truncate(cleaned(present), MAX_SHOWN)}`;
  const then = text === undefined ? "" : `\n\n${act === undefined ? "" : "Then:\n"}${text}`;
  const message = `May this assistant ${does} in your name? ${place}${now}${then}`;
  return { method: "elicitation/create", params: { mode: "form", message, requestedSchema } };
}

/** Returns the user's answer if the call was repeated with one. Undefined otherwise. */
function answerOf({ state, inputResponses }: Exchange) {
  const response = inputResponses?.[KEY];
  if (!isObject(state) || typeof state["question"] !== "string" || !isObject(response)) return undefined;
  const content = isObject(response["content"]) ? response["content"] : {};
  const text = typeof content["text"] === "string" ? content["text"] : undefined;
  // If the user has emptied the text, they don't want it sent.
  const approves = response["action"] === "accept" && content["decision"] === "send" && text?.trim() !== "";
  return { question: state["question"], shown: state["shown"], approves, text };
}
