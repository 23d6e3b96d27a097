import { createHash } from "node:crypto";
import type { Json, Person, Reply } from "../../../process/support/person.ts";
import type { Random } from "../../../process/support/random.ts";
import { change, instance, query, type Workload, type WorkloadContext } from "../workload.ts";

/** The content and topic of a message, or null once the message is deleted. */
type State = { readonly content: string; readonly topic: string } | null;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** A message is edited, sometimes with `prev_content_sha256`, moved, deleted, and queried. */
export const message: Workload = {
  name: "message",
  async create({ owner, name }: WorkloadContext) {
    const [topic, content] = [name(), name()];
    const { id } = await owner.ok(owner.post("/messages", { type: "channel", to: "general", topic, content }));
    const path = `/messages/${id}`;
    const contents = [content];

    const edit = () => {
      const text = name();
      contents.push(text);
      return change<State>({
        label: `edit to ${text}`,
        send: () => owner.patch(path, { content: text }),
        isAllowed: (state) => state !== null,
        result: (state) => state && { ...state, content: text },
      });
    };
    const editExpecting = (random: Random) => {
      const expected = random.pick(contents);
      const text = name();
      contents.push(text);
      return change<State>({
        label: `edit ${expected} to ${text}`,
        send: () => owner.patch(path, { content: text, prev_content_sha256: sha256(expected) }),
        isAllowed: (state) => state?.content === expected,
        result: (state) => state && { ...state, content: text },
      });
    };
    const move = (person: Person) => {
      const to = name();
      const quietly = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
      return change<State>({
        label: `move to ${to}`,
        send: () => person.patch(path, { topic: to, ...quietly }),
        isAllowed: (state) => state !== null,
        result: (state) => state && { ...state, topic: to },
      });
    };
    const remove = () =>
      change<State>({
        label: "delete",
        send: () => owner.delete(path),
        isAllowed: (state) => state !== null,
        result: () => null,
      });
    const lookAt = (person: Person, isAlone: boolean) =>
      query<State>({
        label: isAlone ? "query" : "query the list",
        send: () =>
          isAlone
            ? person.get(path, { apply_markdown: false })
            : person.get("/messages", { message_ids: [id], apply_markdown: false }),
        expected: (state) => state && [state.content, state.topic],
        found: ({ status, body }: Reply): Json => {
          const found = status === 200 ? (isAlone ? body.message : body.messages[0]) : undefined;
          return found ? [found.content, found.subject] : null;
        },
      });

    return instance<State>({
      initial: { content, topic },
      next(person, random) {
        const dice = random.below(40);
        if (dice < 6) return edit();
        if (dice < 18) return editExpecting(random);
        if (dice < 24) return move(person);
        // Deletions are rare, because little can follow them.
        if (dice < 26) return remove();
        return lookAt(person, dice < 33);
      },
    });
  },
};
