import { RequestBody } from "../../../../http/request-body.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { foreignJson } from "../../../../util/foreign-json.ts";
import { concatBytes } from "../../../../util/join-bytes.ts";
import type { Fault } from "./answers.ts";
import { isObject, type Values } from "./attributes.ts";
import { MAX_BYTES } from "./directory-call.ts";

const tooLarge: Fault = { status: 413, detail: `A request can't have more than ${MAX_BYTES} bytes.` };
const unreadable: Fault = { status: 400, scimType: "invalidSyntax", detail: "The body has to be a JSON object." };

interface ReadBody {
  readonly text: string;
  readonly content: Values;
}

/** Reads a request's body. If it is long, reads only the beginning until `admit` has accepted the caller. */
export async function readBody(
  request: Request,
  admit: () => Promise<Response | undefined>,
): Promise<ReadBody | Fault | Response> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BYTES) return (await admit()) ?? tooLarge;
  if (request.body === null) return (await admit()) ?? unreadable;
  const body = new RequestBody(request.body);
  if (!(await body.isWithin(limits.request.unasked_bytes))) {
    const refusal = await admit();
    if (refusal !== undefined) return refusal;
    if (!(await body.isWithin(MAX_BYTES))) return tooLarge;
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of body.pieces(MAX_BYTES)) pieces.push(piece);
  const text = new TextDecoder().decode(concatBytes(pieces));
  const content = parseJson(text);
  return isObject(content) ? { text, content } : ((await admit()) ?? unreadable);
}

function parseJson(text: string): unknown {
  try {
    return foreignJson(text);
  } catch {
    return undefined;
  }
}
