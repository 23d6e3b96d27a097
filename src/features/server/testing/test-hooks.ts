import type { Config } from "../../../config/config.ts";
import { notFound } from "../../../protocol/errors.ts";

/** These endpoints exist for those only who have started the server to test it. */
export function requireTestHooks({ testHooks }: Config): void {
  if (!testHooks) throw notFound("Not found");
}
