import * as v from "valibot";
import type { Env } from "../../../config/env.ts";
import { action } from "../../../endpoints/endpoint.ts";
import { page } from "../../../endpoints/page.ts";
import { text } from "../../../endpoints/parameter.ts";
import { notFound } from "../../../protocol/errors.ts";
import { fileName, pieceKey } from "./exports.ts";
import { exportByToken } from "./rows.ts";

const replyFields = { name: v.string(), bytes: v.number(), keys: v.array(v.string()) };
type Download = v.InferOutput<v.ObjectSchema<typeof replyFields, undefined>>;

/** The pieces of an export by the token in its URL. Whoever knows the URL may download it. */
export const getExportFileEndpoint = action({
  route: "GET /export/files/:token",
  by: "anyone",
  internal: true,
  params: { token: text("id") },
  reply: replyFields,
  run({ realm, params: { token } }) {
    const row = exportByToken.first(realm.sql, { token });
    if (row?.state !== "done") throw notFound("Export does not exist");
    const keys = Array.from({ length: row.pieces }, (_, piece) => pieceKey(realm, row, piece));
    return { name: fileName(row), bytes: row.bytes, keys };
  },
});

/** GET /exports/:token/:file: the download of an export. */
export const exportPage = page(
  "GET /exports/:token/:file",
  async ({ call, variables: { token = "" }, request, env }) => {
    const answer = await call(`GET /export/files/${encodeURIComponent(token)}`);
    if (!answer.ok) return answer;
    const { name, bytes, keys } = await answer.json<Download>();
    return new Response(request.method === "HEAD" ? null : streamOf(env, keys, bytes), {
      headers: {
        "Content-Type": "application/gzip",
        "Content-Length": String(bytes),
        "Content-Disposition": `attachment; filename="${name}"`,
        "Cache-Control": "private, no-store",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
);

/** A stream of all pieces, each of which is read from R2 once the one before has been consumed. */
function streamOf({ UPLOADS }: Env, keys: readonly string[], bytes: number): ReadableStream {
  const left = [...keys];
  const pieces = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const key = left.shift();
      if (key === undefined) return controller.close();
      const piece = await UPLOADS.get(key);
      if (piece === null) throw new Error(`a piece of an export is not in the store: ${key}`);
      controller.enqueue(new Uint8Array(await piece.arrayBuffer()));
    },
  });
  return pieces.pipeThrough(new FixedLengthStream(bytes));
}
