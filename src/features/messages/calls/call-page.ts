import { page } from "../../../api/page.ts";
import { directMessageLink, encodeNarrowValue } from "../../../markup/render/narrow-links.ts";
import type { Call } from "./events.ts";

/** Location of a call's message in the web client, where users join. */
const callMessageUrl = ({ stream_id, topic, user_ids, message_id }: Call): string =>
  stream_id === null
    ? directMessageLink(user_ids, message_id)
    : `/#narrow/channel/${stream_id}/topic/${encodeNarrowValue(topic ?? "")}/near/${message_id}`;

/**
 * A call's link, as other clients show it: leads to the call's message, through login if needed. The link grants no
 * access, and reveals nothing about calls that the user can't see.
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
