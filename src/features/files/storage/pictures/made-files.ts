import { type Page, page } from "../../../../api/page.ts";
import { thumbnailFormats } from "../../../../protocol/limits.ts";
import { serveFile } from "../serve-file.ts";

/** Names of derived pictures, stored next to the original. */
export const SMALL = "small";
export const MEDIUM = "medium";

export const madeKey = (key: string, name: string) => `${key}/${name}`;

const names = [SMALL, MEDIUM, ...thumbnailFormats.map(({ name }) => name)];

/** Returns the key of a file, and those of all pictures possibly derived from it. */
export const withMade = (key: string): string[] => [key, ...names.map((name) => madeKey(key, name))];

/** Whether a key belongs to a derived picture, which is deleted with its original. */
export const isMadeKey = (key: string): boolean => names.includes(key.slice(key.lastIndexOf("/") + 1));

/** A picture gets a new URL whenever it changes, so clients never have to revalidate it. */
const FOREVER = "public, max-age=31536000, immutable";

interface ImageParams {
  readonly key: string;
  /** The size to serve, if the picture exists in that size. */
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
