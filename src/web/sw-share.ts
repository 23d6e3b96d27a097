/** The path to which the system posts what is shared (src/local/web-client/static-files.ts). */
export const SHARE_PATH = "/share";

const MOST_FILES = 10;
const MOST_BYTES = 100 * 1024 * 1024;
const LONGEST_TEXT = 50_000;

/** Keeps the form's text and files in place of what was shared before, and opens the client. */
export async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => undefined);
  if (form !== undefined) await keep(form).catch(() => undefined);
  return Response.redirect("/", 303);
}

async function keep(form: FormData): Promise<void> {
  const texts = ["title", "text", "url"].map((name) => form.get(name)).filter((value) => typeof value === "string");
  const given = form.getAll("files").filter((value) => value instanceof File && value.size > 0) as File[];
  let bytes = 0;
  const files = given.slice(0, MOST_FILES).filter(({ size }) => {
    bytes += size;
    return bytes <= MOST_BYTES;
  });
  await caches.delete("shared");
  const cache = await caches.open("shared");
  for (const [at, file] of files.entries()) await cache.put(`/share/${at}`, new Response(file));
  const names = files.map(({ name, type }) => ({ name: name.slice(0, 200), type }));
  const about = { texts: texts.map((text) => text.slice(0, LONGEST_TEXT)), names, left: given.length - files.length };
  // Written last: a page takes nothing before it is whole.
  await cache.put("/share", new Response(JSON.stringify(about)));
}
