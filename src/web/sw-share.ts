/** Path that the system posts shared content to (src/features/server/web-client/manifest-page.ts). */
export const SHARE_PATH = "/share";

const MAX_KEPT = 10;
const MAX_FILES = 10;
/** Maximum size of all stored files. */
const MAX_BYTES = 100 * 1024 * 1024;
const MAX_TEXT_LENGTH = 50_000;

/** Stores the form's text and files next to earlier shared content, and opens the client. */
export async function takeShared(request: Request): Promise<Response> {
  if (!isFromOtherSite(request)) {
    const form = await request.formData().catch(() => undefined);
    if (form !== undefined) await navigator.locks.request("shared", () => storeShare(form)).catch(() => undefined);
  }
  return Response.redirect("/", 303);
}

/** True if the form certainly comes from another site's page. Without a referrer, it may come from the system. */
function isFromOtherSite({ referrer }: Request): boolean {
  return /^https?:/.test(referrer) && new URL(referrer).origin !== location.origin;
}

async function storeShare(form: FormData): Promise<void> {
  const cache = await caches.open("shared");
  const kept = (await cache.keys()).filter(({ url }) => url.endsWith("/about"));
  if (kept.length >= MAX_KEPT) return;
  let bytes = 0;
  for (const key of kept) bytes += (await (await cache.match(key))?.json())?.bytes ?? 0;
  const texts = ["title", "text", "url"].map((name) => form.get(name)).filter((value) => typeof value === "string");
  const given = form.getAll("files").filter((value) => value instanceof File && value.size > 0) as File[];
  const files: File[] = [];
  for (const file of given.slice(0, MAX_FILES)) {
    if (bytes + file.size > MAX_BYTES) continue;
    bytes += file.size;
    files.push(file);
  }
  const path = `${SHARE_PATH}/${crypto.randomUUID()}`;
  for (const [at, file] of files.entries()) await cache.put(`${path}/${at}`, new Response(file));
  const about = {
    texts: texts.map((text) => text.slice(0, MAX_TEXT_LENGTH)),
    names: files.map(({ name, type }) => ({ name: name.slice(0, 200), type })),
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    left: given.length - files.length,
  };
  // Written last, so that no page takes incomplete content.
  await cache.put(`${path}/about`, new Response(JSON.stringify(about)));
}
