import type { Env } from "../../../config/env.ts";
import { withMade } from "./pictures/made-files.ts";

/** Runs in the Worker: deletes files that were stored for a change which the realm has refused. */
export const dropFiles = ({ UPLOADS }: Pick<Env, "UPLOADS">, ...keys: string[]): Promise<void> =>
  UPLOADS.delete(keys.flatMap(withMade));
