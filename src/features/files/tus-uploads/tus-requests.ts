import * as v from "valibot";
import type { PageContext } from "../../../api/page.ts";
import { success } from "../../../protocol/envelope.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { makeThumbnails } from "../storage/pictures/thumbnails.ts";
import { arrivedSchema, turnReply, uploadStateReply } from "./begin-turn.ts";
import { type Progress, progressReply, type ReceiveResult, receiveFile } from "./receive-file.ts";
import type { DescribedFile } from "./rows.ts";
import { BYTES_TYPE, bytesIn, readMetadata, refuse } from "./tus-headers.ts";

const stateSchema = v.object(uploadStateReply);
const turnReplySchema = v.object(turnReply);
type UploadState = v.InferOutput<typeof stateSchema>;
type UploadTurn = NonNullable<v.InferOutput<typeof turnReplySchema>["turn"]>;

class RealmRefusal extends Error {
  constructor(readonly response: Response) {
    super("the realm has refused");
  }
}

async function step<Schema extends v.GenericSchema>(
  { call }: PageContext,
  [route, fields, schema]: readonly [route: string, fields: Record<string, string>, schema: Schema],
): Promise<v.InferOutput<Schema>> {
  const response = await call(route, fields);
  if (!response.ok) throw new RealmRefusal(await asTusError(response));
  return v.parse(schema, await response.json());
}

const routeOf = (token: string, verb = "") => `/resumable_uploads/${encodeURIComponent(token)}${verb}`;

/** Converts a refusal for clients of this protocol, which would retry after a 400. */
async function asTusError(response: Response): Promise<Response> {
  if (response.status !== 400) return response;
  const body = await response.text();
  const status = body.includes('"code":"REALM_UPLOAD_QUOTA"') ? 413 : 422;
  return new Response(body, { status, headers: response.headers });
}

async function catchRefusal(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RealmRefusal) return error.response;
    throw error;
  }
}

const progressHeaders = ({ received, expires_at }: Pick<UploadState, "received" | "expires_at">) => ({
  "Upload-Offset": String(received),
  "Upload-Expires": new Date(expires_at * 1000).toUTCString(),
});

/** Starts an upload. If the request has a body, it contains the file's first bytes. */
export function createUpload(context: PageContext, below: string): Promise<Response> {
  const { request } = context;
  const { headers } = request;
  return catchRefusal(async () => {
    const length = bytesIn(request, "upload-length");
    if (headers.has("upload-defer-length")) return refuse(411, "The length has to be known at the beginning.");
    if (length === undefined) return refuse(400, "The header Upload-Length has to be a number of bytes.");
    if (headers.has("upload-concat")) return refuse(422, "A file is uploaded as one.");
    const metadata = headers.get("upload-metadata") ?? "";
    if (metadata.length > limits.text.upload_metadata || readMetadata(metadata) === undefined)
      return refuse(422, "The header Upload-Metadata cannot be read.");
    const fields = { length: String(length), metadata };
    const state = await step(context, ["POST /resumable_uploads", fields, stateSchema]);
    const begins = headers.get("content-type") === BYTES_TYPE;
    const response =
      begins || length === 0
        ? await receiveBytes(context, state.token, 0)
        : new Response(null, { headers: progressHeaders(state) });
    if (!response.ok) return response;
    response.headers.set("Location", `${below}/${state.token}`);
    return new Response(response.body, { status: 201, headers: response.headers });
  });
}

const toldSchema = v.object({ ...uploadStateReply, is_receiving: v.optional(v.boolean()) });
/** Pauses while bytes of an earlier request, whose connection broke, are being stored. */
const PAUSES_MS = [50, 100, 200, 400, 800, 1600];

/**
 * Reports where an upload continues, after waiting for earlier requests. With too low an offset, the client would be
 * refused and send bytes twice.
 */
export const tellUpload = (context: PageContext, token: string): Promise<Response> =>
  catchRefusal(async () => {
    const ask = () => step(context, [`GET ${routeOf(token)}`, {}, toldSchema]);
    let state = await ask();
    for (const pause of PAUSES_MS) {
      if (state.is_receiving !== true) break;
      await scheduler.wait(pause);
      state = await ask();
    }
    const headers = new Headers({ ...progressHeaders(state), "Upload-Length": String(state.length) });
    if (state.metadata !== "") headers.set("Upload-Metadata", state.metadata);
    return new Response(null, { headers });
  });

export const endUpload = (context: PageContext, token: string): Promise<Response> =>
  catchRefusal(async () => {
    await step(context, [`DELETE ${routeOf(token)}`, {}, v.object({})]);
    return new Response(null, { status: 204 });
  });

/**
 * Receives a request's bytes, starting at an offset. As in Zulip, the response to the last bytes contains the file's
 * URL.
 */
export function receiveBytes(context: PageContext, token: string, offset: number): Promise<Response> {
  const bytes = bytesIn(context.request, "content-length");
  const fields = { offset: String(offset), ...(bytes === undefined ? {} : { bytes: String(bytes) }) };
  return catchRefusal(async () => {
    const { turn, arrived, ...state } = await step(context, [
      `POST ${routeOf(token, "/turn")}`,
      fields,
      turnReplySchema,
    ]);
    if (arrived !== null) return arrivedResponse(arrived, state.length);
    if (turn === null) throw new Error("an upload that has not arrived has no turn");
    const work = storeBytes(context, state, turn).catch(async (error: unknown) => {
      // The response is the first error, even if notifying the realm fails, too.
      await note(context, state, turn, { kind: "ended" }).catch(() => undefined);
      throw error;
    });
    // Bytes that arrived before the connection broke are still stored.
    context.outlives(work.catch(() => undefined));
    return work;
  });
}

const arrivedResponse = (arrived: v.InferOutput<typeof arrivedSchema>, length: number): Response => {
  const response = success(arrived, []);
  response.headers.set("Upload-Offset", String(length));
  return response;
};

async function storeBytes(context: PageContext, state: UploadState, turn: UploadTurn): Promise<Response> {
  const outcome = await receive(context, state, turn);
  if ("received" in outcome)
    return new Response(null, { status: 204, headers: progressHeaders({ ...state, received: outcome.received }) });
  if ("lost" in outcome) {
    await context.call(`DELETE ${routeOf(state.token)}`);
    return refuse(410, "The part of this upload that had arrived is lost. Start over.");
  }
  return arrivedResponse(await finishUpload(context, state, turn, outcome.arrived), state.length);
}

function receive(context: PageContext, state: UploadState, turn: UploadTurn): Promise<ReceiveResult> {
  const { length, received, metadata } = state;
  const said = readMetadata(metadata);
  return receiveFile({
    store: context.env.UPLOADS,
    turn,
    length,
    received,
    filename: said?.get("filename") ?? said?.get("name") ?? "",
    type: said?.get("filetype") ?? said?.get("type") ?? "",
    body: context.request.body,
    note: (progress) => note(context, state, turn, progress),
  });
}

async function note(
  context: PageContext,
  { token }: UploadState,
  { turn }: UploadTurn,
  progress: Progress,
): Promise<number | null> {
  const fields = { turn: String(turn), progress: JSON.stringify(progress) };
  const schema = v.object(progressReply);
  return (await step(context, [`POST ${routeOf(token, "/progress")}`, fields, schema])).part;
}

async function finishUpload(context: PageContext, state: UploadState, turn: UploadTurn, described: DescribedFile) {
  if (described.image !== undefined) await makeThumbnails(context.env, turn.key, described.image);
  const fields = { turn: String(turn.turn), described: JSON.stringify(described) };
  return step(context, [`POST ${routeOf(state.token, "/finish")}`, fields, arrivedSchema]);
}
