import { type Extreme, type ExtremeContext, expectAnswer } from "../extreme.ts";
import { type LargeBody, sendLargeBody } from "../send-large-body.ts";

const GIGABYTE = 1_000_000_000;

/** Returns the length of a body. In the test suite, it is just long enough to matter. */
export const bytesOf = ({ trial }: ExtremeContext) => (trial.isBrief ? GIGABYTE / 5 : GIGABYTE);

interface Way {
  readonly to: string;
  readonly body: Pick<LargeBody, "method" | "path">;
  readonly by: "nobody" | "mel";
  readonly statuses: readonly number[];
}

const WAYS: readonly Way[] = [
  { to: "no endpoint", body: { path: "/api/v1/nosuch" }, by: "nobody", statuses: [404] },
  { to: "/fetch_api_key", body: { path: "/api/v1/fetch_api_key" }, by: "nobody", statuses: [400] },
  // An excessive Content-Length is refused before the sender is known.
  { to: "/messages, by nobody", body: { path: "/api/v1/messages" }, by: "nobody", statuses: [400, 401] },
  { to: "/messages, by a member", body: { path: "/api/v1/messages" }, by: "mel", statuses: [400] },
  {
    ...{ to: "an endpoint, by a wrong method", by: "nobody", statuses: [405] },
    body: { method: "PUT", path: "/api/v1/messages" },
  },
];

/**
 * Sends a chunked body and one with Content-Length at the same time, to targets that take a body and to some that
 * don't.
 */
export const bodies: readonly Extreme[] = WAYS.map(({ to, body, by, statuses }) => ({
  name: `bodies of a gigabyte to ${to}`,
  async run(context: ExtremeContext) {
    const all = [false, true].map(async (isStated) => {
      const answer = await sendLargeBody(context[by], {
        ...body,
        begin: "content=",
        bytes: bytesOf(context),
        isStated,
      });
      context.trial.log(`${answer.status} after ${answer.sent} bytes`);
      expectAnswer(`${body.method ?? "POST"} ${body.path}`, answer, statuses);
    });
    await Promise.all(all);
  },
}));
