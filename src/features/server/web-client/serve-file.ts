import { type Page, type PageContext, page } from "../../../api/page.ts";
import { withoutOrganization } from "../../../html-pages/no-organization-page.ts";
import { pageOrganization } from "../../../html-pages/page-organization.ts";
import { takesGzip } from "../../../http/takes-gzip.ts";
import { commonHeaders, type EmbeddedFile } from "./embedded-files.ts";

/**
 * Returns the page for a file of the web client. It has no rate limit, because the file is in memory and opening the
 * client requests several at once.
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
 * True if the host has no organization. Not checked for clients with a session, because their organization must have
 * existed. On Cloudflare, which serves the file without calling the Worker, the client redirects to the page for
 * missing organizations.
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

/** Whether the browser already has the file (RFC 9110, 13.1.2). */
function isKnown(request: Request, headers: Headers): boolean {
  const known = (request.headers.get("If-None-Match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes("*") || known.includes(headers.get("ETag") ?? "");
}

const decode = (content: string) => Uint8Array.from(atob(content), (character) => character.charCodeAt(0));

const unpacked = (bytes: Uint8Array<ArrayBuffer>) =>
  new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
