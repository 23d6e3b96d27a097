import { createHash } from "node:crypto";
import type { Json, Person, Reply } from "../../../process/support/person.ts";
import type { Random } from "../../../process/support/random.ts";
import { board, change, type Game, look, type Table } from "../game.ts";

/** Its content and its topic; null once it is deleted. */
type State = { readonly content: string; readonly topic: string } | null;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Edits, some of which say what they expect to find, moves and a deletion, and looks at what has become of it. */
export const message: Game = {
  name: "message",
  async set({ owner, name }: Table) {
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
        may: (state) => state !== null,
        makes: (state) => state && { ...state, content: text },
      });
    };
    const editExpecting = (random: Random) => {
      const expected = random.pick(contents);
      const text = name();
      contents.push(text);
      return change<State>({
        label: `edit ${expected} to ${text}`,
        send: () => owner.patch(path, { content: text, prev_content_sha256: sha256(expected) }),
        may: (state) => state?.content === expected,
        makes: (state) => state && { ...state, content: text },
      });
    };
    const move = (player: Person) => {
      const to = name();
      const quietly = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
      return change<State>({
        label: `move to ${to}`,
        send: () => player.patch(path, { topic: to, ...quietly }),
        may: (state) => state !== null,
        makes: (state) => state && { ...state, topic: to },
      });
    };
    const remove = () =>
      change<State>({
        label: "delete",
        send: () => owner.delete(path),
        may: (state) => state !== null,
        makes: () => null,
      });
    const lookAt = (player: Person, isAlone: boolean) =>
      look<State>({
        label: isAlone ? "look" : "look in the list",
        send: () =>
          isAlone
            ? player.get(path, { apply_markdown: false })
            : player.get("/messages", { message_ids: [id], apply_markdown: false }),
        shows: (state) => state && [state.content, state.topic],
        saw: ({ status, body }: Reply): Json => {
          const found = status === 200 ? (isAlone ? body.message : body.messages[0]) : undefined;
          return found ? [found.content, found.subject] : null;
        },
      });

    return board<State>({
      initial: { content, topic },
      move(player, random) {
        const dice = random.below(40);
        if (dice < 6) return edit();
        if (dice < 18) return editExpecting(random);
        if (dice < 24) return move(player);
        // After it there is not much left to do.
        if (dice < 26) return remove();
        return lookAt(player, dice < 33);
      },
    });
  },
};
