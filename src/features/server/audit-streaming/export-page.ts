import { type PageContext, page } from "../../../api/page.ts";
import { csvHead } from "./csv.ts";
import { MAX_IN_PART } from "./export-endpoints.ts";

interface Begun {
  readonly after: number;
  readonly to: number;
}

const TYPES = { csv: "text/csv; charset=utf-8", jsonl: "application/jsonl" } as const;

/**
 * Sends a file of the audit log, created while it is sent. Each part is read after the previous one has been consumed.
 */
async function exportLog({ request, url, call }: PageContext): Promise<Response> {
  const begun = await call("GET /audit_feeds/export", Object.fromEntries(url.searchParams));
  if (!begun.ok) return begun;
  const { result: _, msg: __, ...head } = await begun.json<Begun & Record<string, unknown>>();
  const format = url.searchParams.get("format") === "csv" ? "csv" : "jsonl";
  const { after, to } = head;
  const first = format === "csv" ? csvHead : `${JSON.stringify({ parley_audit_log: 1, ...head })}\n`;
  const headers = {
    "Content-Type": TYPES[format],
    "Content-Disposition": `attachment; filename="audit-log-${after + 1}-${to}.${format}"`,
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
  };
  let at = after;
  const lines = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(first)),
    async pull(controller) {
      if (at === to) return controller.close();
      const next = Math.min(to, at + MAX_IN_PART);
      const part = await call("GET /audit_feeds/export_part", { format, after: String(at), to: String(next) });
      if (!part.ok) throw new Error(`an export of the audit log ended at ${at} of ${to}`);
      at = next;
      controller.enqueue(new Uint8Array(await part.arrayBuffer()));
    },
  });
  if (request.method === "HEAD") await lines.cancel();
  return new Response(request.method === "HEAD" ? null : lines, { headers });
}

const DESCRIBED = "The audit log as a file, with what proves that it was not changed: JSON Lines or CSV.";

/** Exports of the audit log, under both API paths. Owners use them with a key or a session. */
export const exportPages = [
  page("GET /api/v1/audit_log/export", exportLog, { described: DESCRIBED }),
  page("GET /json/audit_log/export", exportLog),
];
