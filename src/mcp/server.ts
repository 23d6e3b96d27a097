/*
 * The Model Context Protocol on the server's side: revision 2026-07-28 ("modern"), and the revisions with a handshake
 * before it ("legacy"). Independent of Parley: a server is a value of tables and functions.
 *
 *   serve.ts          one HTTP request: method, origin, size, JSON, and the choice between modern and legacy
 *   methods.ts        the protocol's methods, over the tables of a server
 *   exchange.ts       what a tool gets: capabilities, the user's answers, progress
 *   request-state.ts  the sealed state of a call that waits for the user's answer
 *   listen.ts         streams of changes, and responses sent as several events
 *   errors.ts         protocol errors
 *   json.ts           JSON objects
 */

import type { Exchange, InputRequired } from "./exchange.ts";
import type { JsonObject } from "./json.ts";

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
  /** True if the model has to fix something, which the content describes. */
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

export type CompletionReference =
  | { readonly type: "ref/prompt"; readonly name: string }
  | { readonly type: "ref/resource"; readonly uri: string };

export interface CompletionRequest {
  readonly ref: CompletionReference;
  readonly argument: { readonly name: string; readonly value: string };
  readonly known: Readonly<Record<string, string>>;
}

interface Caching {
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}

/** A stream of changes for one caller. */
export interface Listening {
  /**
   * Resources that the stream reports on. Requested resources that aren't listed don't exist for the caller, or exceed
   * the maximum number.
   */
  readonly uris: readonly string[];
  /** Reports each changed resource, until `signal` is aborted or no more changes can occur. */
  readonly tell: (updated: (uri: string) => void, signal: AbortSignal) => Promise<void>;
  /** Called once the stream has ended. */
  readonly end: () => void;
}

/** A server as one caller sees it, with its tables in the order clients get them. */
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
    /** Returns undefined if the resource doesn't exist. */
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
  /** Opens a stream of changes to these resources for the caller, or throws. */
  readonly listen?: (uris: readonly string[]) => Promise<Listening>;
  /** Key that seals states, different for every caller. */
  readonly stateKey: string;
  /** How clients can cache the lists, and resources they have read. */
  readonly caching: { readonly lists: Caching; readonly resources: Caching };
}

/** What the embedding program provides. */
export interface Platform {
  /** Whether pages of this origin can send requests. */
  readonly allowsOrigin: (origin: string) => boolean;
  readonly milliseconds: () => number;
  /** Logs an unexpected error, and returns an id to find it by. */
  readonly fault: (error: unknown) => string;
}
