import { badRequest, confusingArguments } from "../protocol/errors.ts";
import { boundaryOf, type Part, readParts } from "./multipart.ts";
import { absent, decode, type Parameters } from "./parameter.ts";

/** Everything that a request carries besides its path: the fields of its query and of its body, and its files. */
export interface Fields {
  readonly text: ReadonlyMap<string, string>;
  readonly files: readonly { readonly field: string; readonly file: File }[];
  /** The form of an endpoint that reads it itself, while it arrives; null of any other. */
  readonly parts: AsyncIterable<Part> | null;
}

/** Names that the transport itself uses; no endpoint needs to know them (conventions.md 2). */
const TRANSPORT = new Set(["client", "method", "csrfmiddlewaretoken"]);
const utf8 = new TextDecoder();
const MAX_FORM_BYTES = 5_000_000;
/** With a picture in it. */
const MAX_MULTIPART_BYTES = 8_000_000;

const tooLarge = () => badRequest("The request is too large.");

/** The fields of a request; the body's win over the query's of the same name. */
export async function readFields(request: Request, url: URL, streams = false): Promise<Fields> {
  const text = new Map<string, string>(url.searchParams);
  const { body } = request;
  if (request.method === "GET" || request.method === "HEAD" || body === null) return { text, files: [], parts: null };
  const boundary = boundaryOf(request.headers.get("content-type") ?? "");
  if (boundary !== undefined) {
    const parts = readParts(body, boundary);
    return streams ? { text, files: [], parts } : { text, files: await readForm(parts, text), parts: null };
  }
  const length = Number(request.headers.get("content-length") ?? 0);
  if (length > MAX_FORM_BYTES) throw tooLarge();
  const bytes = await request.arrayBuffer().catch(() => {
    throw badRequest("The request has not arrived whole.");
  });
  if (bytes.byteLength > MAX_FORM_BYTES) throw tooLarge();
  for (const [field, value] of new URLSearchParams(utf8.decode(bytes))) text.set(field, value);
  return { text, files: [], parts: null };
}

/** Reads a form whole: its texts into those of the query, and its files. */
async function readForm(parts: AsyncIterable<Part>, text: Map<string, string>): Promise<Fields["files"]> {
  const files: { field: string; file: File }[] = [];
  let left = MAX_MULTIPART_BYTES;
  for await (const { name, filename, type, chunks } of parts) {
    const content: Uint8Array[] = [];
    for await (const chunk of chunks) {
      left -= chunk.length;
      if (left < 0) throw tooLarge();
      content.push(chunk);
    }
    if (filename === undefined) text.set(name, await new Blob(content).text());
    else files.push({ field: name, file: new File(content, filename, { type }) });
  }
  return files;
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
