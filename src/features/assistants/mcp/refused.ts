import type { PageContext } from "../../../api/page.ts";
import type { Resource } from "../../../protocol/actor.ts";
import { descriptionOf } from "../oauth-grants/oauth/discovery.ts";

interface RefusalContext {
  readonly context: Pick<PageContext, "facts" | "request">;
  readonly resource: Resource;
  /**
   * Scopes that the assistant has and the one it lacks. Clients request exactly the named scopes, and lose any others.
   */
  readonly wanted?: readonly string[] | "" | undefined;
}

/**
 * Response of /mcp to unauthorized callers. Its headers tell clients how to get what they lack (RFC 6750, RFC 9728).
 *
 * @param answer of an endpoint: 401 for invalid credentials, 403 for a missing scope
 */
export function refused(answer: Response, { context, resource, wanted }: RefusalContext): Response {
  const headers = new Headers({ "cache-control": "no-store", "content-type": "application/json" });
  const wait = answer.headers.get("retry-after");
  if (wait !== null) headers.set("retry-after", wait);
  const metadata = `resource_metadata="${descriptionOf(context.facts.origin, resource)}"`;
  if (answer.status === 401) {
    const error = context.request.headers.has("authorization") ? ', error="invalid_token"' : "";
    headers.set("www-authenticate", `Bearer ${metadata}, scope="read"${error}`);
  } else if (wanted) {
    const scopes = [...new Set(wanted)].join(" ");
    const description = 'error_description="The person has not allowed this."';
    headers.set(
      "www-authenticate",
      `Bearer error="insufficient_scope", scope="${scopes}", ${metadata}, ${description}`,
    );
  }
  return new Response(answer.body, { status: answer.status, headers });
}
