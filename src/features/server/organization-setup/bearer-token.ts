import type { PageContext } from "../../../api/page.ts";
import { Log } from "../../../logging/log.ts";
import { checkSetupToken, isSetupOpen } from "./setup-token.ts";

const tokenOf = ({ headers }: Request): string | undefined =>
  /^bearer +(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];

/**
 * True if the server administrator requests a page, with the setup token as a bearer token. Throws on a wrong token.
 */
export async function isAskedByOperator({ request, facts, config, env }: PageContext): Promise<boolean> {
  const token = tokenOf(request);
  if (token === undefined) return isSetupOpen(config);
  await checkSetupToken(token, { config, env, request: facts, log: new Log() });
  return true;
}
