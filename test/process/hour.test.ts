/** @module-tag nightly */
import { expect, test } from "vitest";
import { comparableStates } from "../support/compare-states.ts";
import { shown } from "./support/message-log.ts";
import { until } from "./support/processes.ts";
import { succeeded } from "./support/script-client.ts";
import { ThreeClients } from "./support/three-clients.ts";

const topics = ["tides", "ships", "weather"] as const;
const speakers = ["ada", "ben", "owner"] as const;

/** Recurring actions, each with its period in minutes. */
const customs: [every: number, act: (room: ThreeClients, minute: number) => Promise<unknown>][] = [
  [1, (room, minute) => room.speak(pick(speakers, minute), `Minute *${minute}*`, pick(topics, minute >> 2))],
  [2, ({ ada }) => ada.ping()],
  [
    4,
    async (room) => {
      await room.speak("ada", `@**${room.bot.name}** please`, "count");
      room.calls += 1;
      await until("the bot has counted", () => room.bot.number === room.calls && room.bot.answer);
    },
  ],
  [
    5,
    async (room) => {
      await room.ben.type([room.ids.ada], "start");
      await room.arrived((await room.ben.send([room.ids.ada], "A word, Ada?")).id);
      await room.ben.type([room.ids.ada], "stop");
      await succeeded(room.ada.library.typing.send({ to: [room.ids.ben], op: "start" }));
      await until("Ada types", () => room.ben.typing.has(room.ids.ada));
      await room.arrived(await room.ada.send([room.ids.ben], "Yes, @**Ben Example**?"));
      await succeeded(room.ada.library.typing.send({ to: [room.ids.ben], op: "stop" }));
      await until("Ada types no more", () => !room.ben.typing.has(room.ids.ada));
    },
  ],
  [6, (room) => succeeded(room.ada.library.reactions.add({ message_id: room.latest("ben"), emoji_name: "octopus" }))],
  [
    7,
    async ({ ben, harbour }) => {
      expect((await ben.topics(harbour)).topics.length).toBeGreaterThan(1);
      const narrow = [
        ["stream", "harbour"],
        ["topic", "tides"],
      ];
      await ben.markRead(await ben.narrow(narrow));
    },
  ],
  [
    8,
    (room, minute) => {
      const message_id = room.latest("ada");
      return succeeded(room.ada.library.messages.update({ message_id, content: `**Edited** at ${minute}` }));
    },
  ],
  [
    9,
    (room, minute) => {
      const move = { topic: `moved at ${minute}`, propagate_mode: pick(["change_one", "change_all"], minute) };
      return room.owner.ok(room.owner.patch(`/messages/${room.latest("owner")}`, move));
    },
  ],
  [10, ({ ben, said }) => ben.toggleStar(said.at(-1)?.id ?? 0)],
  [
    11,
    async (room) => {
      const id = room.latest("ada");
      await room.owner.ok(room.owner.delete(`/messages/${id}`));
      room.ben.forget(id);
      room.said.splice(
        room.said.findIndex((one) => one.id === id),
        1,
      );
    },
  ],
  [12, ({ ben, harbour }, minute) => ben.setMuted(harbour, minute % 24 !== 0)],
  [13, (room) => room.ben.toggleReaction(room.latest("ada"), "heart", "2764")],
  [
    14,
    async (room) => {
      const group = { type: "direct", to: [room.ids.ada, room.ids.ben], content: "All of you" };
      await room.arrived((await room.owner.ok(room.owner.post("/messages", group))).id);
    },
  ],
  [
    15,
    ({ ada, said }) =>
      succeeded(ada.library.messages.flags.add({ messages: said.slice(-9).map(({ id }) => id), flag: "read" })),
  ],
];

const pick = <T>(choices: readonly T[], number: number): T => choices[number % choices.length] as T;

test("three kinds of clients in one channel agree after an hour with a crash in the middle", async () => {
  const room = await ThreeClients.open();
  const { ada, adaByStream, ben, bot } = room;
  for (let minute = 1; minute <= 60; minute += 1) {
    await room.passMinute();
    await ben.ping(minute % 10 < 7 ? "active" : "idle");
    for (const [every, act] of customs) if (minute % every === 0) await act(room, minute);
    if (minute === 30) await Promise.all([room.crash(), ben.narrow([["is", "private"]])]);
  }
  await ben.ping("active");
  await room.speak("owner", "That was the hour", "tides");
  await until("the bot has heard it too", () => bot.heard.at(-1) === room.latest("owner"));

  // What the script knows from its events, and what a newly started one gets.
  for (const program of [ada, adaByStream]) {
    const script = comparableStates(program.state, await program.register());
    expect(script.known).toEqual(script.fresh);
    expect(program.messages.shown).toEqual(shown(await program.fetchMessages()));
  }

  const terminal = comparableStates(ben.state, await ben.register());
  expect(terminal.known).toEqual(terminal.fresh);
  const another = await ben.another();
  expect(ben.messages.shown).toEqual(another.messages.shown);
  expect(ben.state.presences).toEqual(another.state.presences);

  expect(Object.keys(ben.state.presences)).toEqual(expect.arrayContaining(["ada@example.com", "ben@example.com"]));

  expect(bot.heard).toEqual([...new Set(bot.heard)]);
  expect(bot.heard).toEqual(expect.arrayContaining(room.said.map(({ id }) => id)));
  expect(bot.number).toBe(15);
  expect(await bot.stored()).toEqual({ number: 15, message_id: bot.answer });
  expect(ada.messages.get(bot.answer).content).toBe("15");
  for (const client of [ada, adaByStream, ben, bot, another]) await client.stop();
});
