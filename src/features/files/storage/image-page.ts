import { type Page, page } from "../../../endpoints/page.ts";
import { serveFile } from "./serve-file.ts";

/** A picture gets a new address whenever it changes, so that nobody needs to ask for it twice. */
const FOREVER = "public, max-age=31536000, immutable";

/** Pictures that everybody may see: the path's variables tell the key. */
export const imagePage = (route: string, keyOf: (variables: Readonly<Record<string, string>>) => string): Page =>
  page(
    route,
    ({ request, variables, env }) => serveFile(request, env, { key: keyOf(variables), cacheControl: FOREVER }),
    { crossOrigin: true },
  );
