import { type Page, type PageContext, page } from "../../../endpoints/page.ts";
import { takesGzip } from "../../../http/takes-gzip.ts";
import { withoutOrganization } from "../../../pages/no-organization-page.ts";
import { pageOrganization } from "../../../pages/page-organization.ts";
import { commonHeaders, type EmbeddedFile } from "./embedded-files.ts";

/**
 * A page that answers with a file of the web client, without a rate limit: it is in memory, and a person who opens the
 * client asks for several at once.
 */
export function filePage(file: EmbeddedFile): Page {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  const respond = (request: Request): Response => {
    const headers = headersOf(file);
    if (isKnown(request, headers)) return new Response(null, { status: 304, headers });
    bytes ??= decode(file.content);
    if (!file.packed) return new Response(bytes, { headers });
    if (!takesGzip(request.headers.get("Accept-Encoding") ?? "")) return new Response(unpacked(bytes), { headers });
    headers.set("Content-Encoding", "gzip");
    return new Response(bytes, { headers, encodeBody: "manual" });
  };
  const isShell = file.path === "/";
  return page(
    `GET ${file.path}`,
    async (context) => {
      if (isShell && (await isNowhere(context))) return withoutOrganization(context);
      return respond(context.request);
    },
    { limited: false },
  );
}

/**
 * Whether the host has no organization. Who has a session is not made to wait for it: there was one. On Cloudflare, which
 * serves the file without asking anybody, the client itself leads to the page that says so.
 */
async function isNowhere(context: PageContext): Promise<boolean> {
  if (/\bsessionid=/.test(context.request.headers.get("cookie") ?? "")) return false;
  const organization = await pageOrganization(context).catch(() => "unknown");
  return organization === undefined;
}

function headersOf({ type, cacheControl, hash, packed }: EmbeddedFile): Headers {
  const headers = new Headers(commonHeaders);
  headers.set("Content-Type", type);
  headers.set("Cache-Control", cacheControl);
  headers.set("ETag", `"${hash}"`);
  if (packed) headers.set("Vary", "Accept-Encoding");
  return headers;
}

/** Whether the browser has the file already (RFC 9110, 13.1.2). */
function isKnown(request: Request, headers: Headers): boolean {
  const known = (request.headers.get("If-None-Match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes("*") || known.includes(headers.get("ETag") ?? "");
}

const decode = (content: string) => Uint8Array.from(atob(content), (character) => character.charCodeAt(0));

const unpacked = (bytes: Uint8Array<ArrayBuffer>) =>
  new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
