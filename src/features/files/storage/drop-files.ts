import type { Env } from "../../../config/env.ts";

/** In the Worker: removes what was put in the store for a change that has been refused. */
export const dropFiles = ({ UPLOADS }: Pick<Env, "UPLOADS">, ...keys: string[]): Promise<void> => UPLOADS.delete(keys);
