import { expect, test } from "vitest";
import type { UnguardedCaller } from "../../../../src/features/assistants/tools/caller.ts";
import { guarded } from "../../../../src/features/assistants/tools/guard.ts";
import type { Writer } from "../../../../src/features/assistants/tools/writes.ts";

/** Runs a tool of a grant. Returns the endpoints that were called, and the error if it failed. */
async function run(kind: "reads" | "writes", work: (caller: Writer) => Promise<unknown>) {
  const calls: string[] = [];
  const caller: UnguardedCaller = {
    ...{ user_id: 1, full_name: "", is_bot: false, timezone: "", organization: "", url: "" },
    scopes: ["read", "write", "write:direct"],
    async call(route) {
      calls.push(route);
      return Response.json({ state: "sent", message_id: 1 });
    },
    refused: (answer) => answer,
  };
  const exchange = {
    ...{ capabilities: {}, inputResponses: undefined, state: undefined, progress: () => {} },
    signal: new AbortController().signal,
  };
  const tool = { name: "tool", onlyReads: () => kind === "reads" };
  const error = await guarded(caller, { tool, args: {}, exchange }, async (one) => {
    await work(one);
    return { text: "" };
  }).then(() => undefined, String);
  return { calls, error };
}

const message = { type: "channel", to: 1, topic: "t", content: "hi" };

const WRITES: Readonly<Record<string, (caller: Writer) => Promise<unknown>>> = {
  send: (caller) => caller.send(message),
  schedule: (caller) => caller.send(message, { at: 32_000_000_000 }),
  change: (caller) => caller.change(1, { content: "x" }),
  delete: (caller) => caller.delete(1),
  mark: (caller) => caller.mark("react", { emoji_name: "tada" }, 1),
  ask: (caller) => caller.ask({ question: "Why?" }),
};

test.each([
  ["send", ["POST /assistants/messages"]],
  ["schedule", ["POST /assistants/messages"]],
  ["change", ["PATCH /assistants/messages"]],
  ["delete", ["PATCH /assistants/messages"]],
  ["mark", ["POST /assistants/marks", "POST /messages/1/reactions"]],
  ["ask", ["POST /assistants/questions"]],
])("[security 26.2] an assistant's %s goes through the endpoint that counts and approves it", async (name, calls) => {
  const write = WRITES[name] ?? expect.unreachable();
  expect(await run("writes", write)).toEqual({ calls, error: undefined });
});

test.each(Object.keys(WRITES))("%s is refused in a read-only call", async (name) => {
  const write = WRITES[name] ?? expect.unreachable();
  const { calls, error } = await run("reads", write);
  expect([calls, error]).toEqual([["POST /assistants/calls"], expect.stringContaining("only reads")]);
});

test("a tool can't make a change by calling its endpoint", async () => {
  // @ts-expect-error it doesn't compile either
  const { calls, error } = await run("writes", (caller) => caller.call("POST /messages", {}));
  expect([calls, error]).toEqual([[], expect.stringContaining("POST /messages")]);
});
