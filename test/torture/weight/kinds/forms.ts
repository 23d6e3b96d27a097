import { exchange } from "../../abuse/exchange.ts";
import { expectAnswer, type Kind } from "../kind.ts";
import { type Flood, pour } from "../pour.ts";
import { bytesOf } from "./bodies.ts";

const TYPE = "multipart/form-data; boundary=x";
const EMPTY_PART = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\r';
const PARTS = 1_000_000;
const PREAMBLE_BYTES = 100_000_000;
/** Of the store on this machine, which is in the same process, and holds a block or two of 5 MB at a time. */
const STORE_BYTES = 300 * 2 ** 20;
/** More than any server reads before it knows what it is asked for. */
const HEAD_BYTES = 4_000_000;

function multipart(what: string, flood: Partial<Flood> & Pick<Flood, "bytes">): Kind {
  return {
    name: `a form of parts: ${what}`,
    async run(scene) {
      const all = (["nobody", "mel"] as const).map(async (by) => {
        const said = await pour(scene[by], { path: "/api/v1/messages", type: TYPE, ...flood });
        expectAnswer(`POST /messages, by ${by}`, said, by === "mel" ? [400] : [400, 401]);
      });
      await Promise.all(all);
    },
  };
}

function upload(what: string, isStated: boolean): Kind {
  return {
    name: `an upload beyond the limit, ${what}`,
    growthBytes: STORE_BYTES,
    async run(scene) {
      const flood = { path: "/api/v1/user_uploads", type: TYPE, begin: FILE, bytes: bytesOf(scene), isStated };
      expectAnswer("POST /user_uploads", await pour(scene.mel, flood), [413]);
    },
  };
}
const FILE = '--x\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\nContent-Type: text/plain\r\n\r\n';

export const forms: readonly Kind[] = [
  multipart("a million empty ones", { piece: `${EMPTY_PART}\n`, bytes: PARTS * (EMPTY_PART.length + 1) }),
  multipart("100 MB of carriage returns before them", { piece: "\r", bytes: PREAMBLE_BYTES, isStated: true }),
  multipart("the head of one without end", { begin: "--x\r\nA: ", bytes: PREAMBLE_BYTES }),
  multipart("the heads of one without end", { begin: "--x\r\n", piece: "A: b\r\n", bytes: PREAMBLE_BYTES }),
  {
    name: "the head of a request without end",
    async run({ mel }) {
      const headers = { "X-Long": "x".repeat(HEAD_BYTES) };
      const said = await exchange(mel, { name: "head", method: "GET", path: "/api/v1/users/me", headers });
      if (said.status !== 0) expectAnswer("GET /users/me", said, [400, 413, 414, 431]);
    },
  },
];

/** They come last: what the store has held is given back late. */
export const uploads: readonly Kind[] = [upload("in chunks", false), upload("as it says itself", true)];
