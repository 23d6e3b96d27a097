import { sendRequest } from "../../abuse/send-request.ts";
import { type Extreme, expectAnswer } from "../extreme.ts";
import { type LargeBody, sendLargeBody } from "../send-large-body.ts";
import { bytesOf } from "./bodies.ts";

const TYPE = "multipart/form-data; boundary=x";
const EMPTY_PART = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\r';
const PARTS = 1_000_000;
const PREAMBLE_BYTES = 100_000_000;
/** How much memory the local R2 takes, which runs in workerd, too. */
const STORE_BYTES = 300 * 2 ** 20;
/** Longer than any request head may be. */
const HEAD_BYTES = 4_000_000;

function multipart(what: string, body: Partial<LargeBody> & Pick<LargeBody, "bytes">): Extreme {
  return {
    name: `a form of parts: ${what}`,
    async run(context) {
      const all = (["nobody", "mel"] as const).map(async (by) => {
        const answer = await sendLargeBody(context[by], { path: "/api/v1/messages", type: TYPE, ...body });
        expectAnswer(`POST /messages, by ${by}`, answer, by === "mel" ? [400] : [400, 401]);
      });
      await Promise.all(all);
    },
  };
}

function upload(what: string, isStated: boolean): Extreme {
  return {
    name: `an upload beyond the limit, ${what}`,
    growthBytes: STORE_BYTES,
    async run(context) {
      const body = { path: "/api/v1/user_uploads", type: TYPE, begin: FILE, bytes: bytesOf(context), isStated };
      expectAnswer("POST /user_uploads", await sendLargeBody(context.mel, body), [413]);
    },
  };
}
const FILE = '--x\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\nContent-Type: text/plain\r\n\r\n';

export const forms: readonly Extreme[] = [
  multipart("a million empty ones", { piece: `${EMPTY_PART}\n`, bytes: PARTS * (EMPTY_PART.length + 1) }),
  multipart("100 MB of carriage returns before them", { piece: "\r", bytes: PREAMBLE_BYTES, isStated: true }),
  multipart("the head of one without end", { begin: "--x\r\nA: ", bytes: PREAMBLE_BYTES }),
  multipart("the heads of one without end", { begin: "--x\r\n", piece: "A: b\r\n", bytes: PREAMBLE_BYTES }),
  {
    name: "the head of a request without end",
    async run({ mel }) {
      const headers = { "X-Long": "x".repeat(HEAD_BYTES) };
      const answer = await sendRequest(mel, { name: "head", method: "GET", path: "/api/v1/users/me", headers });
      if (answer.status !== 0) expectAnswer("GET /users/me", answer, [400, 413, 414, 431]);
    },
  },
];

/** These cases come last, because the local R2 frees its memory late. */
export const uploads: readonly Extreme[] = [upload("in chunks", false), upload("as it says itself", true)];
