/*
 * The Model Context Protocol, by which assistants use a server: revision 2026-07-28 ("modern"), and those with a handshake
 * before it ("legacy"). This folder knows nothing of Parley: a server is a value of tables and functions.
 *
 *   serve.ts          one HTTP request: method, origin, size, JSON, the choice between the two eras
 *   headers.ts        the headers that repeat what a modern body says
 *   methods.ts        the methods of the protocol, over the tables of a server
 *   exchange.ts       what a tool learns of its request: capabilities, answers of the person, progress
 *   request-state.ts  the sealed state of a call that waits for the person's answer
 *   listen.ts         streams of changes
 *   event-stream.ts   answers that are told in several events
 *   errors.ts         the protocol's errors
 *   json.ts           objects of JSON
 */

import type { Exchange, InputRequired } from "./exchange.ts";
import type { JsonObject } from "./json.ts";

/** A tool as clients see it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
}

export type Content = { readonly type: string } & JsonObject;

export interface ToolResult {
  readonly content: readonly Content[];
  readonly structuredContent?: unknown;
  /** Whether the model has to mend something: what it reads then says what. */
  readonly isError?: boolean;
}

interface ResourceDefinition {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

interface TemplateDefinition {
  readonly uriTemplate: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
}

export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

interface PromptDefinition {
  readonly name: string;
  readonly description: string;
  readonly arguments?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
}

export interface PromptResult {
  readonly description?: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: Content }[];
}

/** The prompt or resource template of which an argument is completed. */
export type CompletionReference =
  | { readonly type: "ref/prompt"; readonly name: string }
  | { readonly type: "ref/resource"; readonly uri: string };

export interface CompletionRequest {
  readonly ref: CompletionReference;
  readonly argument: { readonly name: string; readonly value: string };
  /** The arguments that have values already. */
  readonly known: Readonly<Record<string, string>>;
}

interface Caching {
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}

/** A stream of changes, for the one who asks. */
export interface Listening {
  /** The resources of which it tells: the others are not there for whoever asks, or are too many. */
  readonly uris: readonly string[];
  /** Names each resource that has changed, until `signal` is aborted, or until there is nothing more to tell. */
  readonly tell: (updated: (uri: string) => void, signal: AbortSignal) => Promise<void>;
  /** Called once the stream has ended. */
  readonly end: () => void;
}

/** A server, for the one who asks: its tables in the order in which clients get them. */
export interface McpServer {
  readonly info: { readonly name: string; readonly version: string; readonly title?: string };
  readonly instructions: string;
  readonly tools: readonly ToolDefinition[];
  readonly callTool: (name: string, args: JsonObject, exchange: Exchange) => Promise<ToolResult | InputRequired>;
  readonly resources?: {
    readonly list: (cursor: string | undefined) => Promise<{
      readonly resources: readonly ResourceDefinition[];
      readonly nextCursor?: string;
    }>;
    readonly templates: readonly TemplateDefinition[];
    /** Undefined where there is no such resource. */
    readonly read: (
      uri: string,
      exchange: Exchange,
    ) => Promise<readonly ResourceContents[] | InputRequired | undefined>;
  };
  readonly prompts?: {
    readonly list: readonly PromptDefinition[];
    readonly get: (
      name: string,
      args: Readonly<Record<string, string>>,
      exchange: Exchange,
    ) => Promise<PromptResult | InputRequired>;
  };
  readonly complete?: (request: CompletionRequest) => Promise<readonly string[]>;
  /** Lets the caller have a stream of the changes of these resources, or refuses it. */
  readonly listen?: (uris: readonly string[]) => Promise<Listening>;
  /** The key that seals states; everybody who asks has another one. */
  readonly stateKey: string;
  /** The time for which clients may keep the lists, and resources that they have read. */
  readonly caching: { readonly lists: Caching; readonly resources: Caching };
}

/** The program around the core. */
export interface Platform {
  /** Whether a page of this origin may ask. */
  readonly allowsOrigin: (origin: string) => boolean;
  readonly milliseconds: () => number;
  /** Notes an error that nobody has foreseen; returns the id by which it is found. */
  readonly fault: (error: unknown) => string;
}
