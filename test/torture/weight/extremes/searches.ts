import type { Json } from "../../../process/support/person.ts";
import { callApi } from "../call-api.ts";
import type { Extreme } from "../extreme.ts";

const WORDS = 100_000;
const DEEP = 1_000_000;

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`);
const search = (operand: string): Json => ({ operator: "search", operand });

/** A search for a number of words, and the numbers for a form and for the head of a request, which has less room. */
interface SearchRequest {
  readonly narrow: (count: number) => Json[];
  readonly inForm?: number;
  readonly inQuery?: number;
}

function searching(what: string, { narrow, inForm = WORDS, inQuery = 8000 }: SearchRequest): Extreme {
  const page = { anchor: "newest", num_before: 1, num_after: 0 };
  return {
    name: `a search for ${what}`,
    async run({ mel }) {
      const flags = { ...page, op: "add", flag: "read" };
      await callApi(mel, ["POST", "/messages/flags/narrow"], { ...flags, narrow: narrow(inForm) }, [400]);
      const fewer = narrow(inQuery);
      await callApi(mel, ["GET", "/messages"], { ...page, narrow: fewer }, [400]);
      await callApi(mel, ["GET", "/messages/matches_narrow"], { msg_ids: [1, 2, 3], narrow: fewer }, [400]);
      // The same narrow in a form, which can be longer than a query.
      await callApi(
        mel,
        ["POST", "/register"],
        { narrow: narrow(inForm).map(({ operand }) => ["search", operand]) },
        [400],
      );
    },
  };
}

const deep = (open: string, close: string) => open.repeat(DEEP) + close.repeat(DEEP);

export const searches: readonly Extreme[] = [
  searching("100,000 words in one operand", { narrow: (count) => [search(words(count).join(" "))] }),
  searching("100,000 words in 100 operands", {
    narrow: (count) => Array.from({ length: 100 }, (_, index) => search(words(count / 100).join(`${index} `))),
    inQuery: 4000,
  }),
  searching("40,000 words, an operand each", {
    narrow: (count) => words(count).map(search),
    inForm: 40_000,
    inQuery: 700,
  }),
  {
    name: "JSON a million levels deep",
    async run({ mel, channel, trial }) {
      const open = ['{"a":'.repeat(DEEP / 2), deep("[", "]").slice(0, DEEP + 1)];
      for (const value of [deep("[", "]"), ...(trial.isBrief ? [] : open)]) {
        await callApi(mel, ["POST", "/messages/flags/narrow"], { narrow: value }, [400]);
        await callApi(mel, ["POST", "/register"], { event_types: value }, [400]);
        await callApi(mel, ["POST", "/messages"], { type: "direct", to: value, content: "x" }, [400]);
        await callApi(mel, ["POST", "/drafts"], { drafts: value }, [400]);
        await callApi(mel, ["PATCH", `/streams/${channel}`], { can_send_message_group: value }, [400]);
      }
    },
  },
];
