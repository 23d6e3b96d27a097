import type { PageContext } from "../../../endpoints/page.ts";
import { Log } from "../../../logging/log.ts";
import { checkSetupToken, isSetupOpen } from "./setup-token.ts";

/** The token of a request that says that it is of whoever runs the server. */
const tokenOf = ({ headers }: Request): string | undefined =>
  /^bearer +(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];

/** Whether whoever runs the server asks for a page, with the setup token as a bearer token. A wrong token is refused. */
export async function isAskedByOperator({ request, facts, config, env }: PageContext): Promise<boolean> {
  const token = tokenOf(request);
  if (token === undefined) return isSetupOpen(config);
  await checkSetupToken(token, { config, env, request: facts, log: new Log() });
  return true;
}
