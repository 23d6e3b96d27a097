import * as v from "valibot";
import { textResponse } from "../../../../protocol/text-response.ts";
import type { Values } from "./attributes.ts";
import { ERROR, LIST } from "./urns.ts";

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

/** A SCIM error, whose status is a string (RFC 7644, 3.12). */
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
