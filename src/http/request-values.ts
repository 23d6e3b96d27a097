import type { Endpoint } from "../endpoints/endpoint.ts";
import type { Part } from "../endpoints/form-part.ts";
import { absent, decode, type Parameters } from "../endpoints/parameter.ts";
import { ApiError, badRequest, confusingArguments, type ErrorShape } from "../protocol/errors.ts";
import { limits } from "../protocol/limit-table.ts";
import { joined } from "../util/join-bytes.ts";
import { boundaryOf, readParts } from "./multipart.ts";
import { RequestBody, tooLarge } from "./request-body.ts";

/** Everything that a request carries besides its path: the fields of its query and of its body, and its files. */
export interface Fields {
  readonly text: ReadonlyMap<string, string>;
  readonly files: readonly { readonly field: string; readonly file: File }[];
  /** The form of an endpoint that reads it itself, while it arrives; null of any other. */
  readonly parts: AsyncIterable<Part> | null;
}

/** A request's fields as far as they have arrived; `rest` reads all of them, and is null where these are all. */
export interface Arriving {
  readonly fields: Fields;
  readonly rest: ((most: number) => Promise<Fields>) | null;
}

/** Names that the transport itself uses; no endpoint needs to know them (conventions.md 2). */
const TRANSPORT = new Set(["client", "method", "csrfmiddlewaretoken"]);
const utf8 = new TextDecoder();
const { unasked_bytes, form_bytes, picture_form_bytes, query_characters } = limits.request;

/** The percent encoding of a character's UTF-8, for each of its UTF-16 units. */
const MOST_BYTES_OF_A_UNIT = 9;
const formLimits = new WeakMap<Endpoint, number>();

/** How long the form of an endpoint may be: what its parameters may take, and a little for what it does not know. */
export function formLimit(endpoint: Endpoint): number {
  // Of strangers no more is read than of anybody who has not been asked who they are.
  if (endpoint.by === "anyone") return unasked_bytes;
  const known = formLimits.get(endpoint);
  if (known !== undefined) return known;
  const characters = Object.values(endpoint.params).reduce((sum, { most }) => sum + most, 0);
  const most =
    endpoint.file === undefined
      ? Math.min(form_bytes, unasked_bytes + characters * MOST_BYTES_OF_A_UNIT)
      : picture_form_bytes;
  formLimits.set(endpoint, most);
  return most;
}

/**
 * The fields of a request; the body's win over the query's of the same name. Of a longer body only the beginning is
 * read: the rest is for those who know by then that the caller may call.
 */
export async function beginFields(request: Request, url: URL): Promise<Arriving> {
  const query = queryFields(url);
  const { body } = request;
  if (!hasBody(request) || body === null) return { fields: fieldsOf(query), rest: null };
  const boundary = boundaryOf(request.headers.get("content-type") ?? "");
  const whole = boundary === undefined ? await shortForm(request) : undefined;
  if (whole !== undefined) return { fields: fieldsOf(withForm(query, whole)), rest: null };
  const arriving = new RequestBody(body);
  const isAll = await arriving.isWithin(unasked_bytes);
  if (boundary !== undefined) {
    const rest = (most: number) => readForm(readParts(arriving.pieces(most), boundary), query);
    return isAll ? { fields: await rest(unasked_bytes), rest: null } : { fields: fieldsOf(query), rest };
  }
  const begun = utf8.decode(joined(arriving.begun));
  if (isAll) return { fields: fieldsOf(withForm(query, begun)), rest: null };
  return {
    fields: fieldsOf(withForm(query, begun.slice(0, begun.lastIndexOf("&")))),
    async rest(most) {
      const pieces: Uint8Array[] = [];
      for await (const piece of arriving.pieces(most)) pieces.push(piece);
      return fieldsOf(withForm(query, utf8.decode(joined(pieces))));
    },
  };
}

/** All fields of a request whose body is as short as that of a stranger. */
export async function readFields(request: Request, url: URL): Promise<Fields> {
  const { fields, rest } = await beginFields(request, url);
  if (rest !== null) throw tooLarge();
  return fields;
}

/** The fields of a request whose endpoint reads the form itself. */
export function streamedFields(request: Request, url: URL, most: number): Fields {
  const boundary = boundaryOf(request.headers.get("content-type") ?? "");
  const { body } = request;
  if (!hasBody(request) || body === null || boundary === undefined) return fieldsOf(queryFields(url));
  return { ...fieldsOf(queryFields(url)), parts: readParts(new RequestBody(body).pieces(most), boundary) };
}

const hasBody = ({ method }: Request) => method !== "GET" && method !== "HEAD";

const fieldsOf = (text: ReadonlyMap<string, string>): Fields => ({ text, files: [], parts: null });

/**
 * A form that says that it is short, which nearly all are, in one piece: HTTP itself ends a body at its stated length.
 */
async function shortForm(request: Request): Promise<string | undefined> {
  const stated = request.headers.get("content-length");
  if (stated === null || Number(stated) > unasked_bytes) return undefined;
  const bytes = await request.arrayBuffer().catch(() => {
    throw badRequest("The request has not arrived whole.");
  });
  if (bytes.byteLength > unasked_bytes) throw tooLarge();
  return utf8.decode(bytes);
}

function queryFields(url: URL): Map<string, string> {
  if (url.search === "") return new Map();
  if (url.search.length > query_characters) throw tooLarge();
  checkCount(url.search);
  return new Map(url.searchParams);
}

function withForm(query: ReadonlyMap<string, string>, form: string): Map<string, string> {
  checkCount(form);
  const text = new Map(query);
  for (const [field, value] of new URLSearchParams(form)) text.set(field, value);
  return text;
}

/** Refuses a form of more fields than any endpoint has. */
function checkCount(form: string): void {
  let at = form.indexOf("&");
  for (let count = 1; at >= 0; count++) {
    if (count >= limits.request.fields) throw badRequest("The request has too many fields.");
    at = form.indexOf("&", at + 1);
  }
}

/** Reads a form of parts whole: its texts into those of the query, and its files. */
async function readForm(parts: AsyncIterable<Part>, query: ReadonlyMap<string, string>): Promise<Fields> {
  const text = new Map(query);
  const files: { field: string; file: File }[] = [];
  for await (const { name, filename, type, chunks } of parts) {
    const content: Uint8Array[] = [];
    for await (const chunk of chunks) content.push(chunk);
    if (filename === undefined) text.set(name, utf8.decode(joined(content)));
    else files.push({ field: name, file: new File(content, filename, { type }) });
  }
  return { text, files, parts: null };
}

/** An endpoint's parameters, or why they cannot be read: that is told to nobody who is not admitted. */
export interface ReadParameters {
  readonly params: Record<string, unknown>;
  readonly refused: ErrorShape | null;
}

export function readParameters(parameters: Parameters, fields: ReadonlyMap<string, string>): ReadParameters {
  try {
    return { params: readValues(parameters, fields), refused: null };
  } catch (error) {
    if (error instanceof ApiError) return { params: {}, refused: error.toShape() };
    throw error;
  }
}

/** The values of an endpoint's parameters; a missing one is told before one that is wrong. */
export function readValues(parameters: Parameters, fields: ReadonlyMap<string, string>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const present: [string, string][] = [];
  for (const [name, parameter] of Object.entries(parameters)) {
    const sent = [name, ...parameter.aliases].filter((alias) => fields.has(alias));
    const [first, second] = sent;
    if (first !== undefined && second !== undefined) throw confusingArguments(first, second);
    const raw = first === undefined ? undefined : fields.get(first);
    if (raw === undefined) values[name] = absent(name, parameter);
    else present.push([name, raw]);
  }
  for (const [name, raw] of present) {
    const parameter = parameters[name];
    if (parameter !== undefined) values[name] = decode(name, parameter, raw);
  }
  return values;
}

/** The names that an endpoint has not read (seed 1 rule 4). */
export function ignoredNames(parameters: Parameters, fields: Fields): string[] {
  const names = [...fields.text.keys()].filter((name) => !Object.hasOwn(parameters, name) && !TRANSPORT.has(name));
  if (names.length === 0) return names;
  const older = new Set(Object.values(parameters).flatMap(({ aliases }) => aliases));
  return names.filter((name) => !older.has(name)).sort();
}
