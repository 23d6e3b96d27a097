import { callApi } from "../call-api.ts";
import type { Extreme, ExtremeContext } from "../extreme.ts";

const MANY = 5000;
/** How many messages fit into one form, with each character escaped to three bytes. */
const AT_A_TIME = 100;
const READERS = 8;
/** The number of pages that each reader requests: enough for a reliable effect on a colleague. */
const PAGES = 3;
const EDITS = 300;
/** A message of maximum length, with the longest HTML. */
const LONG = '<&>"'.repeat(2500);

/** Fills a topic with as many long messages as fit on a page. */
async function fill({ owner, mel, channel, trial }: ExtremeContext): Promise<void> {
  const message = { sender: mel.id, to: channel, topic: "long", content: LONG };
  const batch = Array.from({ length: AT_A_TIME }, () => message);
  const { messages } = await owner.ok(owner.get("/messages", { ...page(MANY), narrow: [["topic", "long"]] }));
  if (messages.length > 0) return;
  for (let count = 0; count < (trial.isBrief ? MANY / 20 : MANY); count += AT_A_TIME) {
    await owner.ok(owner.post("/testing/messages", { messages: batch }));
  }
}

const page = (num_before: number) => ({ anchor: "newest", num_before, num_after: 0 });
const topic = [{ operator: "topic", operand: "long" }];

async function newest({ owner }: ExtremeContext): Promise<number> {
  const { messages } = await owner.ok(owner.get("/messages", page(1)));
  return messages[0].id;
}

const ids = (last: number) => Array.from({ length: Math.min(last, MANY) }, (_, index) => last - index);

export const messages: readonly Extreme[] = [
  {
    name: "a page of 5,000 long messages",
    prepare: fill,
    async run({ mel }) {
      await callApi(mel, ["GET", "/messages"], { ...page(MANY), narrow: topic });
    },
  },
  {
    name: "eight pages of 5,000 long messages at once",
    prepare: fill,
    async run({ mel }) {
      const read = async () => {
        for (let count = 0; count < PAGES; count++) await callApi(mel, ["GET", "/messages"], page(MANY));
      };
      await Promise.all(Array.from({ length: READERS }, read));
    },
  },
  {
    name: "5,000 long messages by their ids",
    prepare: fill,
    async run(context) {
      const message_ids = ids(await newest(context));
      // If the messages have too many bytes, the whole request is refused.
      for (const apply_markdown of [true, false]) {
        await callApi(context.mel, ["GET", "/messages"], { message_ids, apply_markdown }, [200, 400]);
      }
    },
  },
  {
    name: "which of 5,000 long messages match a narrow",
    prepare: fill,
    async run(context) {
      const msg_ids = ids(await newest(context));
      for (const narrow of [topic, [{ operator: "search", operand: "dry amp" }, ...topic]]) {
        await callApi(context.mel, ["GET", "/messages/matches_narrow"], { msg_ids, narrow }, [200, 400]);
      }
    },
  },
  {
    name: "the history of a message that was edited 300 times",
    async prepare(context) {
      const { mel, channel, trial } = context;
      const place = { type: "channel", to: channel, topic: "edited" };
      const { id } = await mel.ok(mel.post("/messages", { ...place, content: LONG }));
      for (let edit = 0; edit < (trial.isBrief ? EDITS / 10 : EDITS); edit += 1) {
        await mel.ok(mel.patch(`/messages/${id}`, { content: `${edit} ${LONG.slice(8)}` }));
      }
      edited.set(mel.host, id);
    },
    async run({ mel }) {
      const path = `/messages/${edited.get(mel.host)}/history`;
      await Promise.all(Array.from({ length: READERS }, () => callApi(mel, ["GET", path], {})));
    },
  },
];
const edited = new Map<string, number>();
