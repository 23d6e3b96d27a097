import { type Page, page } from "../../../api/page.ts";
import { madeKey } from "./pictures/made-files.ts";
import { serveFile } from "./serve-file.ts";

/** A picture gets a new URL whenever it changes, so clients never have to revalidate it. */
const FOREVER = "public, max-age=31536000, immutable";

interface ImageParams {
  readonly key: string;
  /** The size to serve, if it was made in that size. */
  readonly size?: string;
}

/** A page that serves public pictures; `pictureOf` finds them by the path's variables. */
export const imagePage = (
  route: string,
  pictureOf: (variables: Readonly<Record<string, string>>) => ImageParams,
): Page =>
  page(
    route,
    async ({ request, variables, env }) => {
      const { key, size } = pictureOf(variables);
      const served = (one: string) => serveFile(request, env, { key: one, cacheControl: FOREVER });
      const made = size === undefined ? undefined : await served(madeKey(key, size));
      return made === undefined || made.status === 404 ? served(key) : made;
    },
    { crossOrigin: true },
  );
