import * as v from "valibot";
import { RequestBody } from "../../../../http/request-body.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { textResponse } from "../../../../protocol/text-response.ts";
import { tryForeignJson } from "../../../../util/foreign-json.ts";
import { concatBytes } from "../../../../util/join-bytes.ts";
import { ERROR, isObject, LIST, type Values } from "./attributes.ts";
import { MAX_BYTES } from "./directory-call.ts";

export const scimResponse = (content: Values | null, status = 200, headers: Record<string, string> = {}): Response =>
  content === null
    ? new Response(null, { status, headers: { "Cache-Control": "no-store", ...headers } })
    : textResponse(JSON.stringify(content), {
        status,
        headers: { "Content-Type": "application/scim+json;charset=utf-8", "Cache-Control": "no-store", ...headers },
      });

export interface Fault {
  readonly status: number;
  readonly detail: string;
  readonly scimType?: string | undefined;
  readonly headers?: Record<string, string>;
}

/** Returns a SCIM error response, in which the status is a string (RFC 7644, 3.12). */
export const faultAnswer = ({ status, detail, scimType, headers = {} }: Fault): Response =>
  scimResponse(
    { schemas: [ERROR], status: String(status), ...(scimType !== undefined && { scimType }), detail },
    status,
    status === 401 ? { "WWW-Authenticate": 'Bearer realm="scim"', ...headers } : headers,
  );

const refusalSchema = v.object({
  msg: v.fallback(v.string(), "The request was refused."),
  scim_type: v.optional(v.string()),
});

export async function refusalAnswer(response: Response): Promise<Response> {
  const { status } = response;
  const { msg, scim_type } = v.parse(refusalSchema, await response.json().catch(() => ({})));
  const wait = response.headers.get("retry-after");
  return faultAnswer({
    status,
    detail: msg,
    scimType: scim_type ?? (status === 400 ? "invalidValue" : undefined),
    ...(wait !== null && { headers: { "Retry-After": wait } }),
  });
}

export const listAnswer = (
  resources: readonly Values[],
  { total, start }: { total: number; start: number },
): Response =>
  scimResponse({
    schemas: [LIST],
    totalResults: total,
    startIndex: start,
    itemsPerPage: resources.length,
    Resources: resources,
  });

const tooLarge: Fault = { status: 413, detail: `A request can't have more than ${MAX_BYTES} bytes.` };
const unreadable: Fault = { status: 400, scimType: "invalidSyntax", detail: "The body has to be a JSON object." };

interface ReadBody {
  readonly text: string;
  readonly content: Values;
}

/** Reads a request's body. Reads only the beginning of a long one until `admit` has authorized the caller. */
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
  const content = tryForeignJson(text);
  return isObject(content) ? { text, content } : ((await admit()) ?? unreadable);
}
