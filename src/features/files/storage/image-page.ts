import { type Page, page } from "../../../endpoints/page.ts";
import { serveFile } from "./serve-file.ts";

/** A picture gets a new URL whenever it changes, so a client never has to revalidate it. */
const FOREVER = "public, max-age=31536000, immutable";

/** A page that serves pictures which everybody may see; `keyOf` makes the file's key from the path's variables. */
export const imagePage = (route: string, keyOf: (variables: Readonly<Record<string, string>>) => string): Page =>
  page(
    route,
    ({ request, variables, env }) => serveFile(request, env, { key: keyOf(variables), cacheControl: FOREVER }),
    { crossOrigin: true },
  );
