import { badRequest, confusingArguments } from "../protocol/errors.ts";
import { absent, decode, type Parameters } from "./parameter.ts";

/** Everything that a request carries besides its path: the fields of its query and of its body, and its files. */
export interface Fields {
  readonly text: ReadonlyMap<string, string>;
  readonly files: readonly { readonly field: string; readonly file: File }[];
}

/** Names that the transport itself uses; no endpoint needs to know them (conventions.md 2). */
const TRANSPORT = new Set(["client", "method", "csrfmiddlewaretoken"]);
const MAX_FORM_BYTES = 5_000_000;

/** The fields of a request; the body's win over the query's of the same name. */
export async function readFields(request: Request, url: URL): Promise<Fields> {
  const text = new Map<string, string>(url.searchParams);
  const files: { field: string; file: File }[] = [];
  if (request.method === "GET" || request.method === "HEAD" || request.body === null) return { text, files };
  const type = request.headers.get("content-type") ?? "";
  if (type.toLowerCase().startsWith("multipart/form-data")) {
    for (const [field, value] of await readForm(request)) {
      if (typeof value === "string") text.set(field, value);
      else files.push({ field, file: value });
    }
    return { text, files };
  }
  const length = Number(request.headers.get("content-length") ?? 0);
  if (length > MAX_FORM_BYTES) throw badRequest("The request is too large.");
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > MAX_FORM_BYTES) throw badRequest("The request is too large.");
  for (const [field, value] of new URLSearchParams(new TextDecoder().decode(bytes))) text.set(field, value);
  return { text, files };
}

async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw badRequest("Malformed multipart/form-data");
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
  const known = new Set(Object.entries(parameters).flatMap(([name, { aliases }]) => [name, ...aliases]));
  return [...fields.text.keys()].filter((name) => !known.has(name) && !TRANSPORT.has(name)).sort();
}
