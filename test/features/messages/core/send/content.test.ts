import { describe, expect, test } from "vitest";
import { makeChannel, outcome } from "../../../../support/channels.ts";
import { fetchMessages, sendDirect, sendToChannel } from "../../../../support/messages.ts";
import { casts } from "../../../../support/organization.ts";
import type { Person } from "../../../../support/person.ts";

const newCast = casts();

const send = (who: Person, content: string) => who.post("/messages", { type: "direct", to: [who.id], content });
const raw = async (who: Person) => (await fetchMessages(who, { apply_markdown: false })).messages.at(-1).content;

describe("[messages 1] the text of a message", () => {
  test("must not be empty", async () => {
    const { noah } = await newCast();
    for (const content of ["", "  ", "\n\n \t"]) {
      expect(await outcome(send(noah, content))).toBe("BAD_REQUEST: Message must not be empty");
    }
    expect(await outcome(send(noah, "a\0b"))).toBe("BAD_REQUEST: Message must not contain null bytes");
  });

  test("keeps its leading spaces, and loses leading line breaks and trailing white space", async () => {
    const { noah } = await newCast();
    await sendDirect(noah, [noah], "\n\n    indented\n  \n");
    expect(await raw(noah)).toBe("    indented");
  });

  test("is truncated if it is too long, counted in code points", async () => {
    const { noah } = await newCast();
    await sendDirect(noah, [noah], "🍵".repeat(10_000));
    expect(await raw(noah)).toBe("🍵".repeat(10_000));
    await sendDirect(noah, [noah], "🍵".repeat(10_001));
    const ending = "\n[message truncated]";
    expect(await raw(noah)).toBe("🍵".repeat(10_000 - ending.length) + ending);
  });

  test("is sent as HTML or as its Markdown source, as the client prefers", async () => {
    const { noah } = await newCast();
    await sendDirect(noah, [noah], "*tea*");
    const [html] = (await fetchMessages(noah)).messages;
    expect(html).toMatchObject({ content: "<p><em>tea</em></p>", content_type: "text/html" });
    const [source] = (await fetchMessages(noah, { apply_markdown: false })).messages;
    expect(source).toMatchObject({ content: "*tea*", content_type: "text/x-markdown" });
  });

  test("is a /me message only if it has one paragraph", async () => {
    const { noah } = await newCast();
    const id = await makeChannel(noah, "tea", [noah]);
    await sendToChannel(noah, id, "t", "/me drinks");
    expect((await fetchMessages(noah)).messages.at(-1).is_me_message).toBe(true);
    await sendToChannel(noah, id, "t", "/me drinks\n\nand more");
    expect((await fetchMessages(noah)).messages.at(-1).is_me_message).toBe(false);
  });
});

test("[conventions 3] a missing parameter is reported before an invalid one", async () => {
  const { noah } = await newCast();
  const missing = await noah.post("/messages", { type: "direct", content: "" });
  expect(missing.body).toMatchObject({ code: "REQUEST_VARIABLE_MISSING", var_name: "to" });
  expect(await outcome(noah.post("/messages", { type: "letter", to: [noah.id], content: "x" }))).toBe(
    "BAD_REQUEST: Invalid type",
  );
});

test("[messages 2] users cannot send messages in another user's name", async () => {
  const { iris, mia } = await newCast();
  for (const more of [{ sender: mia.email }, { forged: "true" }, { time: "1" }]) {
    const call = iris.post("/messages", { type: "direct", to: [iris.id], content: "x", ...more });
    expect(await outcome(call)).toBe("BAD_REQUEST: User not authorized for this query");
  }
  expect(await outcome(iris.post("/messages", { type: "direct", to: [iris.id], content: "x", forged: "false" }))).toBe(
    "ok",
  );
});

test("[conventions 4] an incoming webhook bot can send messages, and nothing else", async () => {
  const { noah, bot } = await newCast();
  const hook = await bot(noah, { bot_type: 2 });
  expect(await outcome(hook.post("/messages", { type: "direct", to: [noah.id], content: "x" }))).toBe("ok");
  expect(await outcome(hook.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 }))).toBe(
    "BAD_REQUEST: This API is not available to incoming webhook bots.",
  );
});
