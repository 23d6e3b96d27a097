import { between, type Conversation, inChannel } from "./said.ts";

/** Today's messages that await Iris. She has read the first lines of "Crane 4 maintenance". */
export const readToday: readonly Conversation[] = [
  inChannel(
    "operations",
    "Crane 4 maintenance",
    {
      by: "omar",
      text: 'Crane 4 stopped twice during the night. The log says the hoist encoder lost its reference:\n\n```text\nWARN  hoist.encoder  drift=14.2mm  limit=5.0mm\nERROR hoist.encoder  "reference lost, stopping"\n```',
      reactions: { eyes: ["iris", "teresa", "yumi"], wrench: ["iris", "nils"] },
      as: "stopped",
    },
    {
      by: "yumi",
      text: "同じ警告が先週の火曜日にも出ていました。Same warning last Tuesday, at the same height. I can be there at ten with a spare.",
      after: 8,
      as: "spare",
    },
    { by: "bot", text: "Ticket OPS-2114 opened, priority **high**, assigned to @_**佐藤 由美**.", after: 1 },
    { by: "iris", text: "Berth 4 is closed until further notice. Ships for it go to 3.", after: 4, starred: true },
  ),
];

export const waiting: readonly Conversation[] = [
  inChannel(
    "operations",
    "Crane 4 maintenance",
    {
      by: "teresa",
      text: "@_**佐藤 由美** [said]({{spare}}):\n```quote\nI can be there at ten with a spare.\n```\nSpare is in. @**Iris Engel**, can you keep berth 3 free until noon? This is how it looks now:\n\n[crane-4.png]({{picture}})",
      after: 130,
    },
    {
      by: "omar",
      text: "Calibrated at `0.3 mm`. Two test lifts, no drift. :tada:",
      after: 3,
      reactions: { tada: ["yumi", "teresa", "nils", "ada"], crane: ["jo"] },
    },
    { by: "yumi", text: "The whole log, for the ticket: [crane-4-log.txt]({{log}})", after: 6 },
    {
      by: "jo",
      text: "/todo Before it lifts again\nSecond reference run: with load\nSeal the cabinet\nSign the card: Yumi or Omar",
      after: 2,
    },
    { by: "pedro", text: "Tug *Boreas* waits outside anyway, no hurry from us.", after: 5 },
    { by: "omar", text: "@*crane-team* handover at six, at the crane, with coffee.", after: 12 },
  ),
  inChannel(
    "operations",
    "Berth plan, week 47",
    { by: "wang", text: "*Kestrel* and *Aurelia* change places. Everything else stays." },
    { by: "pedro", text: "Fine by us.", after: 4 },
    { by: "teresa", text: "Then I need a second pilot on Thursday: is @**Omar Haddad** still licensed?", after: 11 },
  ),
  inChannel(
    "engineering",
    "hoist encoder driver",
    { by: "ada", text: "Merged. It is on crane 1 and 2 from tonight, on 4 as soon as it is calibrated.", after: 15 },
    { by: "nils", text: "~~Crane 3 too.~~ Not crane 3, it has the old controller.", after: 2 },
  ),
  inChannel(
    "engineering",
    "A topic with a name as long as names of topics may be, or nearly",
    {
      by: "yumi",
      text: "`aVeryLongIdentifierThatCannotBeBrokenAnywhereBecauseItHasNoSpacesInIt.andGoesOn.andOn.andOnUntilTheEndOfTheLine()`",
    },
    {
      by: "nils",
      text: "https://metrics.harbour.example/d/hoist?from=now-6h&to=now&var-crane=4&var-sensor=encoder&refresh=30s&orgId=1",
      after: 1,
    },
  ),
  inChannel(
    "general",
    "Lunch on Friday",
    {
      by: "jo",
      text: "/poll Where do we eat?\nThe fish place\nCanteen\nSoup at the quay",
      votes: { jo: 0, pedro: 0, ada: 2, nils: 2, teresa: 0 },
    },
    {
      by: "pedro",
      text: "The fish place has a new cook. I say no more.",
      after: 9,
      reactions: { fish: ["jo", "teresa"] },
    },
  ),
  inChannel("general", "", { by: "max", text: "Whose bicycle stands in the archive?", after: 20 }),
  inChannel("news", "本日の入港予定", { by: "yumi", text: "*Kestrel* は一時間遅れています。", after: 9 }),
  inChannel(
    "coffee",
    "The machine",
    { by: "nils", text: "It is dead now.", after: 30 },
    { by: "jo", text: ":cry:", after: 1 },
  ),
  inChannel(
    "reading",
    "The next one",
    ...(["teresa", "ada", "pedro", "yumi", "max", "teresa", "jo", "ada", "pedro", "max", "ada", "teresa"] as const).map(
      (by, index) => ({ by, text: `My proposal: book number ${index + 1}, which is *short*.`, after: 3 }),
    ),
  ),
  inChannel("office", "Lease of warehouse 7", {
    by: "max",
    text: "Counsel agrees. @**Iris Engel** would you sign today?",
  }),
  between(["iris", "omar"], { by: "omar", text: "Do you have five minutes before the call?", after: 2 }),
  between(
    ["iris", "nils", "ada", "teresa"],
    { by: "nils", text: "The cake is ordered. Somebody has to carry it.", after: 1 },
    { by: "ada", text: "I can.", after: 1, reactions: { muscle: ["nils"] } },
  ),
  between(["iris", "bot"], { by: "bot", text: "Your export of the tide tables is ready: 1,204 rows." }),
];
