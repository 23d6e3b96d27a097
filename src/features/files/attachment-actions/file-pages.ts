import { type Page, type PageContext, page } from "../../../api/page.ts";
import { notFoundFailure } from "../../../protocol/envelope.ts";
import { thumbnailFormats } from "../../../protocol/limits.ts";
import { uploadKey } from "../attachments/attachments.ts";
import { isImageType } from "../storage/image/image.ts";
import { serveThumbnail } from "../storage/pictures/thumbnails.ts";
import { serveFile } from "../storage/serve-file.ts";
import type { Reader } from "./endpoints.ts";

/** A file never changes, but who can open it does, so only browsers may cache it, and not for long. */
const PRIVATE_CACHE = "private, max-age=3600";

const CHECKED_EVERY_MS = 500;

/** Aborts a running download when its reader's access ends. */
function cutWhenOver(isInside: () => Promise<boolean>): TransformStream<Uint8Array, Uint8Array> {
  let checkedAt = performance.now();
  return new TransformStream({
    async transform(bytes, controller) {
      if (performance.now() - checkedAt >= CHECKED_EVERY_MS) {
        checkedAt = performance.now();
        if (!(await isInside())) return controller.error(new Error("the reader's access has ended"));
      }
      controller.enqueue(bytes);
    },
  });
}

const permissionFor = (path_id: string) => `GET /user_uploads/${encoded(path_id)}`;

async function fileAt(
  { call, request, env }: PageContext,
  path_id: string,
  permission = permissionFor(path_id),
): Promise<Response> {
  const answer = await call(permission);
  if (!answer.ok) return answer;
  const { outside_user_id: person } = await answer.json<Reader>();
  // Errors of a busy or restarting server don't mean that access has ended.
  const isInside = async () => ![401, 403].includes((await call(`GET /user_uploads/outside/${person}`)).status);
  const through = person === undefined ? undefined : cutWhenOver(isInside);
  return serveFile(request, env, { key: uploadKey(path_id), cacheControl: PRIVATE_CACHE, through });
}

/** Serves the thumbnail of the picture at a path, or the picture itself if it has none. */
async function thumbnailAt(context: PageContext, path_id: string, name: string): Promise<Response> {
  const format = thumbnailFormats.find((one) => one.name === name);
  if (format === undefined) return notFoundFailure();
  const answer = await context.call(permissionFor(path_id));
  if (!answer.ok) return answer;
  const { request, env } = context;
  const response = await serveThumbnail(request, env, { key: uploadKey(path_id), format, cacheControl: PRIVATE_CACHE });
  if (!response.ok || isImageType(response.headers.get("Content-Type"))) return response;
  await response.body?.cancel();
  return notFoundFailure();
}

const encoded = (path: string) => path.split("/").map(encodeURIComponent).join("/");
const uploadPath = ({ variables: { realm_id = "", path = "" } }: PageContext) => `${realm_id}/${path}`;

const pages: readonly Page[] = [
  page("GET /user_uploads/:realm_id/:path+", (context) => fileAt(context, uploadPath(context))),

  page("GET /user_uploads/download/:realm_id/:path+", async (context) => {
    const response = await fileAt(context, uploadPath(context));
    const shown = response.headers.get("Content-Disposition");
    if (shown !== null) response.headers.set("Content-Disposition", shown.replace(/^inline/, "attachment"));
    return response;
  }),

  // The last segment is a name from `server_thumbnail_formats`.
  page("GET /user_uploads/thumbnail/:realm_id/:path+", (context) => {
    const [, path = "", name = ""] = /^(.*)\/([^/]*)$/.exec(uploadPath(context)) ?? [];
    return thumbnailAt(context, path, name);
  }),

  page("GET /user_uploads/temporary/:token/:path+", (context) => {
    const { token = "", path = "" } = context.variables;
    return fileAt(context, path, `GET /user_uploads/temporary/${encodeURIComponent(token)}/${encoded(path)}`);
  }),
];

/** Pages under /user_uploads/ at the host's root, which messages link to. */
export const filePages = pages.map((one): Page => ({ ...one, crossOrigin: true }));
