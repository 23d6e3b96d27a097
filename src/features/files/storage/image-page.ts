import { type Page, page } from "../../../endpoints/page.ts";
import { madeKey } from "./pictures/made-files.ts";
import { serveFile } from "./serve-file.ts";

/** A picture gets a new URL whenever it changes, so a client never has to revalidate it. */
const FOREVER = "public, max-age=31536000, immutable";

interface ImageParams {
  readonly key: string;
  /** The size in which it is shown, where it has been made in that one. */
  readonly size?: string;
}

/** A page that serves pictures which everybody may see; `pictureOf` finds them by the path's variables. */
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
