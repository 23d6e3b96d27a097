import * as v from "valibot";
import { askOutside } from "../../../outbound-http/ask-outside.ts";
import { OutsideRefused } from "../../../outbound-http/refused.ts";
import { ApiError } from "../../../protocol/errors.ts";

/** DNS over HTTPS with JSON answers, so that no network on the path can forge them. */
const RESOLVER = "https://cloudflare-dns.com/dns-query";
const TXT = 16;
/** Conclusive response codes: success, and a name that doesn't exist. Any other code means that DNS failed. */
const CONCLUSIVE = [0, 3];

const answerSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    Status: v.number(),
    Answer: v.optional(v.array(v.object({ type: v.number(), data: v.string() })), []),
  }),
);

type Asker = Parameters<typeof askOutside>[0];

export const hasRecord = async (
  { record_name, record_value }: { readonly record_name: string; readonly record_value: string },
  asker: Asker,
): Promise<boolean> => (await textsOf(record_name, asker)).some((text) => text.trim() === record_value);

async function textsOf(name: string, worker: Asker): Promise<string[]> {
  const query = new URLSearchParams({ name, type: "TXT" });
  try {
    const { status, body } = await askOutside(worker, `${RESOLVER}?${query}`, {
      headers: { accept: "application/dns-json" },
      ...{ timeoutMs: 8000, mostBytes: 64 * 1024, redirects: 0 },
    });
    const answer = v.safeParse(answerSchema, await new Response(body).text());
    if (status !== 200 || !answer.success || !CONCLUSIVE.includes(answer.output.Status)) throw noAnswer();
    return answer.output.Answer.filter(({ type }) => type === TXT).map(({ data }) => unquoted(data));
  } catch (error) {
    if (error instanceof OutsideRefused) throw noAnswer();
    throw error;
  }
}

/** Joins a record's quoted strings, which form one value. */
const unquoted = (data: string): string =>
  data.startsWith('"') ? [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join("") : data;

const noAnswer = () =>
  new ApiError({ code: "BAD_REQUEST", msg: "Couldn't ask DNS. Try again in a few minutes.", status: 503 });
