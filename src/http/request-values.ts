import type { Delivery } from "../api/delivery.ts";
import type { Endpoint } from "../api/endpoint.ts";
import type { FormPart } from "../api/form-part.ts";
import { absent, decode, type Parameters } from "../api/parameter.ts";
import { ApiError, badRequest, confusingArguments, type ErrorShape } from "../protocol/errors.ts";
import { limits } from "../protocol/limit-table.ts";
import { entryOf } from "../util/collections.ts";
import { concatBytes } from "../util/join-bytes.ts";
import { FieldRoom, UrlencodedMeasure, unitsIn } from "./form-measure.ts";
import { boundaryOf, readParts } from "./multipart.ts";
import { incomplete, RequestBody, tooLarge } from "./request-body.ts";

/** A request's parameters as sent, from its query and body, and its files. */
export interface Fields {
  readonly text: ReadonlyMap<string, string>;
  readonly files: readonly { readonly field: string; readonly file: File }[];
  /** Multipart form of an endpoint that `streams`; null for any other. */
  readonly parts: AsyncIterable<FormPart> | null;
  /** The raw request, for an endpoint that `takesDeliveries`. */
  readonly delivery?: Delivery | null;
}

/** Fields that have arrived so far. `rest` reads the whole body, and is null if everything has arrived. */
export interface Arriving {
  readonly fields: Fields;
  readonly rest: ((most: number, parameters: Parameters) => Promise<Fields>) | null;
}

/** Parameters that every endpoint accepts without declaring them (conventions.md 2). */
const TRANSPORT = new Set(["client", "method", "csrfmiddlewaretoken"]);
const utf8 = new TextDecoder();
const { unasked_bytes, form_bytes, delivery_bytes, picture_form_bytes, query_characters } = limits.request;

/** A UTF-16 unit is at most three bytes of UTF-8, each three characters in percent-encoding. */
const MAX_BYTES_OF_A_UNIT = 9;
const formLimits = new WeakMap<Endpoint, number>();

/** Returns the maximum form size of an endpoint: the most its parameters can need, plus a margin for unknown ones. */
export function formLimit(endpoint: Endpoint): number {
  if (endpoint.takesDeliveries) return delivery_bytes;
  // These endpoints need no authentication, so their forms are limited to what is read before authentication.
  if (endpoint.by === "anyone") return unasked_bytes;
  if (endpoint.file !== undefined) return picture_form_bytes;
  return entryOf(formLimits, endpoint, () => {
    const characters = Object.values(endpoint.params).reduce((sum, { most }) => sum + most, 0);
    return Math.min(form_bytes, unasked_bytes + characters * MAX_BYTES_OF_A_UNIT);
  });
}

/**
 * Reads a request's fields. Body fields override query fields. If the body is long, reads only the beginning, so that
 * the caller can be admitted first.
 */
export async function beginFields(request: Request, url: URL): Promise<Arriving> {
  const query = queryFields(url);
  const { body } = request;
  if (!hasBody(request) || body === null) return { fields: textFields(query), rest: null };
  const boundary = boundaryOf(request.headers.get("content-type") ?? "");
  const whole = boundary === undefined ? await shortForm(request) : undefined;
  if (whole !== undefined) return { fields: textFields(withForm(query, whole)), rest: null };
  const arriving = new RequestBody(body);
  const isAll = await arriving.isWithin(unasked_bytes);
  if (boundary !== undefined) {
    const rest = (most: number, parameters: Parameters) =>
      readForm(readParts(arriving.pieces(most), boundary), query, new FieldRoom(parameters));
    return isAll ? { fields: await rest(unasked_bytes, {}), rest: null } : { fields: textFields(query), rest };
  }
  const begun = utf8.decode(concatBytes(arriving.begun));
  if (isAll) return { fields: textFields(withForm(query, begun)), rest: null };
  return {
    fields: textFields(withForm(query, begun.slice(0, begun.lastIndexOf("&")))),
    async rest(most, parameters) {
      const pieces: Uint8Array[] = [];
      const measure = new UrlencodedMeasure(new FieldRoom(parameters));
      for await (const piece of arriving.pieces(most)) {
        measure.add(piece);
        pieces.push(piece);
      }
      return textFields(withForm(query, utf8.decode(concatBytes(pieces))));
    },
  };
}

/** Reads all fields of a request. Throws if the body is long. */
export async function readFields(request: Request, url: URL): Promise<Fields> {
  // Don't read a body whose stated length is too large.
  if (Number(request.headers.get("content-length") ?? 0) > unasked_bytes) throw tooLarge();
  const { fields, rest } = await beginFields(request, url);
  if (rest !== null) throw tooLarge();
  return fields;
}

/**
 * Reads the query of a request whose endpoint streams the file itself. The file comes from a form or, if the query
 * contains its name, is the whole body, which needs no scanning.
 */
export function streamedFields(request: Request, url: URL, most: number): Fields {
  const fields = textFields(queryFields(url));
  const type = request.headers.get("content-type") ?? "";
  const boundary = boundaryOf(type);
  const { body } = request;
  if (!hasBody(request) || body === null) return fields;
  if (boundary !== undefined) return { ...fields, parts: readParts(new RequestBody(body).pieces(most), boundary) };
  const filename = fields.text.get("filename");
  return filename ? { ...fields, parts: fileAlone(request, body, { filename, type, most }) } : fields;
}

async function* fileAlone(
  request: Request,
  stream: ReadableStream<Uint8Array>,
  { filename, type, most }: { readonly filename: string; readonly type: string; readonly most: number },
): AsyncGenerator<FormPart> {
  const stated = request.headers.get("content-length");
  // The reader locks the stream, so it is created only on demand.
  const chunks = { [Symbol.asyncIterator]: () => new RequestBody(stream).pieces(most) };
  const file = { name: "file", filename, type, chunks };
  yield stated === null ? file : { ...file, whole: { stream, bytes: Number(stated) } };
}

const hasBody = ({ method }: Request) => method !== "GET" && method !== "HEAD";

export const textFields = (text: ReadonlyMap<string, string>): Fields => ({ text, files: [], parts: null });

/** Reads a short form in one piece, by its Content-Length, because HTTP ends a body at that length. */
async function shortForm(request: Request): Promise<string | undefined> {
  const stated = request.headers.get("content-length");
  if (stated === null || Number(stated) > unasked_bytes) return undefined;
  const bytes = await request.arrayBuffer().catch(() => {
    throw incomplete();
  });
  if (bytes.byteLength > unasked_bytes) throw tooLarge();
  return utf8.decode(bytes);
}

export function queryFields(url: URL): Map<string, string> {
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

/** Throws if a form has more fields than any endpoint has parameters. */
export function checkCount(form: string): void {
  let at = form.indexOf("&");
  for (let count = 1; at >= 0; count++) {
    if (count >= limits.request.fields) throw badRequest("The request has too many fields.");
    at = form.indexOf("&", at + 1);
  }
}

export async function readForm(
  parts: AsyncIterable<FormPart>,
  query: ReadonlyMap<string, string>,
  room?: FieldRoom,
): Promise<Fields> {
  const text = new Map(query);
  const files: { field: string; file: File }[] = [];
  for await (const { name, filename, type, chunks } of parts) {
    const content: Uint8Array[] = [];
    const count = filename === undefined ? room?.of(name) : undefined;
    for await (const chunk of chunks) {
      count?.(unitsIn(chunk));
      content.push(chunk);
    }
    if (filename === undefined) text.set(name, utf8.decode(concatBytes(content)));
    else files.push({ field: name, file: new File(content, filename, { type }) });
  }
  return { text, files, parts: null };
}

/** Decoded parameters of an endpoint, or the reason why decoding failed. Only an admitted caller gets that reason. */
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

/** Decodes an endpoint's parameters. Missing ones are reported before invalid ones. */
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

/**
 * Returns the names of sent parameters that an endpoint doesn't have, for `ignored_parameters_unsupported` (seed 1,
 * rule 4).
 */
export function ignoredNames(parameters: Parameters, fields: Fields): string[] {
  const names = [...fields.text.keys()].filter((name) => !Object.hasOwn(parameters, name) && !TRANSPORT.has(name));
  if (names.length === 0) return names;
  const older = new Set(Object.values(parameters).flatMap(({ aliases }) => aliases));
  return names.filter((name) => !older.has(name)).sort();
}
