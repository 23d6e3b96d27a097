import type { Delivery } from "../api/delivery.ts";
import { limits } from "../protocol/limit-table.ts";
import { concatBytes } from "../util/join-bytes.ts";
import { boundaryOf, readParts } from "./multipart.ts";
import { RequestBody } from "./request-body.ts";
import { type Arriving, checkCount, type Fields, queryFields, readForm, textFields } from "./request-values.ts";

/** A delivery that may still be arriving, with the API key found so far. */
interface ArrivingDelivery {
  readonly key: string | undefined;
  readonly arriving: Arriving;
}

const KEY = "api_key";
/** Fields that a form can provide if the URL doesn't. */
const IN_FORMS = ["stream", "topic", "only_events", "exclude_events", "client"];
const utf8 = new TextDecoder();

/** Reads another service's delivery. If it is long, only reads the beginning until its sender is admitted. */
export async function beginDelivery(request: Request, url: URL): Promise<ArrivingDelivery> {
  const asked = queryFields(url);
  const inQuery = asked.get(KEY);
  const query = new Map([...asked].filter(([name]) => name !== KEY));
  const read = async (pieces: AsyncIterable<Uint8Array>) => {
    const delivery = await readDelivery(request.headers, query, pieces);
    return { fields: withDelivery(query, delivery), inForm: delivery.form?.get(KEY) };
  };
  if (request.body === null || request.method === "GET" || request.method === "HEAD") {
    const { fields } = await read(nothing());
    return { key: inQuery, arriving: { fields, rest: null } };
  }
  const body = new RequestBody(request.body);
  const { unasked_bytes } = limits.request;
  if (await body.isWithin(unasked_bytes)) {
    const { fields, inForm } = await read(body.pieces(unasked_bytes));
    return { key: inQuery ?? inForm, arriving: { fields, rest: null } };
  }
  const rest = async (most: number) => (await read(body.pieces(most))).fields;
  return { key: inQuery, arriving: { fields: textFields(query), rest } };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function readDelivery(
  headers: Headers,
  query: ReadonlyMap<string, string>,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Delivery> {
  const type = headers.get("content-type") ?? "";
  const boundary = boundaryOf(type);
  if (boundary !== undefined) {
    const { text } = await readForm(readParts(pieces, boundary), new Map());
    return { headers, query, body: "", form: text };
  }
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  const body = utf8.decode(concatBytes(read));
  return { headers, query, body, form: type.includes("x-www-form-urlencoded") ? urlencoded(body) : null };
}

/** Parses form fields. Returns null for JSON labeled as a form, as some services send it (webhooks.md 1). */
function urlencoded(body: string): ReadonlyMap<string, string> | null {
  if (/^\s*[{[]/.test(body)) return null;
  checkCount(body);
  return new Map(new URLSearchParams(body));
}

function withDelivery(query: ReadonlyMap<string, string>, delivery: Delivery): Fields {
  const text = new Map(query);
  for (const name of IN_FORMS) {
    const value = delivery.form?.get(name);
    if (value !== undefined && !text.has(name)) text.set(name, value);
  }
  return { ...textFields(text), delivery };
}
