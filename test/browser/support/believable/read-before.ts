import { between, type Conversation, inChannel } from "./said.ts";

/** Messages of the previous days, which have been read. */
export const readBefore: readonly Conversation[] = [
  inChannel(
    "announcements",
    "Winter timetable",
    { by: "iris", text: "From **1 December** the night ferry leaves at 22:15 instead of 22:45.\n\n/cc @**all**" },
    { by: "teresa", text: "Pilots know.", after: 12, reactions: { thumbs_up: ["iris", "omar", "nils"] } },
  ),
  inChannel(
    "operations",
    "Night shift rota",
    {
      by: "omar",
      text: "| Night | North quay | South quay |\n|---|---|---|\n| Mon | Pedro | Jo |\n| Tue | Teresa | Nils |\n| Wed | *open* | Layla |",
    },
    { by: "jo", text: "I take Wednesday.", after: 40, reactions: { heart: ["omar"], tada: ["iris", "teresa"] } },
    { by: "omar", text: "Then that is settled, thanks.", after: 3 },
  ),
  inChannel(
    "engineering",
    "hoist encoder driver",
    {
      by: "nils",
      text: "The drift is computed from the *last* reference, not from the one of the lift:\n\n```python\ndef drift(samples: list[float], reference: float) -> float:\n    # millimetres\n    return max(abs(s - reference) for s in samples[-8:])\n```\n\nSo one bad reference poisons eight lifts.",
      as: "drift",
    },
    {
      by: "ada",
      text: "Confirmed. With $$\\sigma$$ the noise of the encoder, the reference is only as good as\n\n```math\n\\hat r = \\frac{1}{n} \\sum_{i=1}^{n} s_i, \\qquad \\operatorname{Var}(\\hat r) = \\frac{\\sigma^2}{n}\n```\n\nand we use $$n = 1$$. I’d take $$n = 16$$, costs 40 ms.",
      after: 25,
      reactions: { brain: ["nils", "yumi"], thumbs_up: ["omar"] },
    },
    {
      by: "nils",
      text: '```diff\n- reference = samples[-1]\n+ reference = statistics.fmean(samples[-16:])\n```\n\n```rust\nfn main() {\n    let reference: f64 = samples.iter().rev().take(16).sum::<f64>() / 16.0;\n    println!("{reference:.3}");\n}\n```',
      after: 9,
      edited:
        '```diff\n- reference = samples[-1]\n+ reference = statistics.fmean(samples[-16:])\n```\n\n```rust\nfn main() {\n    let reference: f64 = samples.iter().rev().take(16).sum::<f64>() / 16.0;\n    println!("{reference:.3} mm");\n}\n```\n\nTests are green on the bench crane.',
    },
  ),
  inChannel(
    "engineering",
    "API for the berth display",
    { by: "ada", text: "Draft: https://docs.harbour.example/berths/v2 (replaces OPS-1780)" },
    {
      by: "nils",
      text: "1. `GET /berths` with *all* berths\n2. `GET /berths/:id/ships` with\n   - name\n   - draught\n   - ETA, in UTC\n3. no write access, ever\n\n> Why no write access?\n\nBecause of last year. :grimacing:",
      after: 55,
      reactions: { joy: ["ada", "omar", "teresa", "pedro"], crane: ["yumi"] },
    },
  ),
  inChannel(
    "general",
    "",
    { by: "jo", text: "Where do I find the key of the boat house?" },
    { by: "pedro", text: "At the porter’s, behind the *second* door.", after: 2, reactions: { pray: ["jo"] } },
  ),
  inChannel(
    "general",
    "Welcome, Layla!",
    { by: "iris", text: "Please welcome @**ليلى منصور**, who joins customs today. :wave:" },
    {
      by: "layla",
      text: "شكرًا جزيلًا على الترحيب! Thank you all.",
      after: 18,
      reactions: { wave: ["iris", "omar", "teresa", "nils", "ada", "jo", "pedro"], heart: ["max"], tada: ["yumi"] },
    },
  ),
  inChannel(
    "office",
    "Lease of warehouse 7",
    {
      by: "max",
      text: "The lessor has sent the amended contract; the clause on subletting is as we discussed it, the one on the indexation of the rent is not. I would sign neither before Thursday, when counsel is back.\n\n```spoiler Figures, not for forwarding\n€ 14.20 per m² instead of € 12.90, from January, with a cap of 3 % a year.\n```",
      starred: true,
    },
    { by: "iris", text: "Thursday is fine.", after: 33 },
  ),
  inChannel(
    "news",
    "本日の入港予定",
    {
      by: "yumi",
      text: "おはようございます。本日は**3隻**が入港予定です。\n\n* 06:40 *Aurelia*\n* 11:15 *第八幸丸*\n* 17:50 *Kestrel*",
    },
    { by: "wang", text: "收到，谢谢。泊位 3 和 5 已经空出来了。", after: 21, reactions: { thumbs_up: ["yumi"] } },
  ),
  inChannel(
    "tides",
    "Thursday: high water at 04:12 and 16:38, low water at 10:25 and 22:51",
    {
      by: "bot",
      text: "| | Time | Height |\n|---|--:|--:|\n| High | 04:12 | 4.8 m |\n| Low | 10:25 | 0.9 m |\n| High | 16:38 | 4.6 m |\n| Low | 22:51 | 1.1 m |",
    },
    { by: "wang", text: "*Kestrel* (draught 9.4 m) only between 15:10 and 17:20, then.", after: 30, starred: true },
  ),
  inChannel(
    "coffee",
    "The machine",
    { by: "pedro", text: "It makes the noise again." },
    { by: "nils", text: "Which one?", after: 1 },
  ),
  between(
    ["iris", "yumi"],
    { by: "yumi", text: "The spare encoder is in the second drawer, by the way." },
    {
      by: "iris",
      text: "Thank you! I would have looked everywhere else first.",
      after: 4,
      reactions: { smile: ["yumi"] },
    },
  ),
  between(
    ["iris", "nils", "ada", "teresa"],
    { by: "ada", text: "Demo on Friday at three? The display would be ready." },
    { by: "teresa", text: "I am at sea until four.", after: 7 },
    {
      by: "iris",
      text: "Then at half past four, with cake.",
      after: 2,
      reactions: { cake: ["ada", "nils", "teresa"] },
    },
  ),
  between(["iris", "max"], { by: "iris", text: "Could you look at the berth contract once more?" }),
];

const NIGHTS = [
  "Chapter four is where I understood why everybody loves it.",
  "I still do not like the uncle.",
  "Nobody likes the uncle. That is what he is for.",
  "The storm, though! I read it twice, and then once more, aloud, to a dog who did not care.",
  "The translation is from 1961, there is a newer one at the library.",
  "> everything that floats is on its way\n\nBest line so far.",
  "Is it meant to be funny? I laughed a lot, and then felt bad.",
  "Both, I think.",
];

/** A busy topic, with more messages than are shown at once. */
export const busyTopic: Conversation = {
  to: ["reading", "The Ship that Stayed"],
  said: Array.from({ length: 90 }, (_, index) => ({
    by: (["teresa", "ada", "pedro", "iris", "yumi", "max"] as const)[(index * 7 + Math.floor(index / 5)) % 6] ?? "ada",
    text: `${NIGHTS[(index * 3) % NIGHTS.length]}${index % 9 === 4 ? `\n\n(p. ${40 + index * 2})` : ""}`,
    after: index % 11 === 0 ? 190 : 1 + (index % 4),
  })),
};
