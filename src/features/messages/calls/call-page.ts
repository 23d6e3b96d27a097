import { page } from "../../../endpoints/page.ts";
import { directMessageLink, encodeNarrowValue } from "../../../markup/fill/narrow-links.ts";
import type { Call } from "./events.ts";

/** The place of a call's message in the web client, where one joins. */
const callMessageUrl = ({ stream_id, topic, user_ids, message_id }: Call): string =>
  stream_id === null
    ? directMessageLink(user_ids, message_id)
    : `/#narrow/channel/${stream_id}/topic/${encodeNarrowValue(topic ?? "")}/near/${message_id}`;

/**
 * A call's link, as other clients show it: it leads to the call's message, by way of the login where there is none. The
 * link admits nobody, and says nothing of calls that the reader does not know.
 */
export const callPage = page("GET /call/:call_id", async ({ call, url, variables }) => {
  const answer = await call(`GET /calls/${encodeURIComponent(variables["call_id"] ?? "")}`);
  const isStranger = answer.status === 401;
  if (!answer.ok && !isStranger) return answer;
  const Location = isStranger
    ? `/login/?next=${encodeURIComponent(url.pathname)}`
    : callMessageUrl((await answer.json<{ call: Call }>()).call);
  return new Response(null, { status: 302, headers: { Location, "Cache-Control": "no-store" } });
});
