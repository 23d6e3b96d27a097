import type { Character } from "./pictures.ts";

export const PEOPLE: Readonly<Record<Character, string>> = {
  maya: "Maya Lindqvist",
  tomas: "Tomás Rivera",
  aiko: "Aiko Tanaka",
  samir: "Samir Haddad",
  greta: "Greta Vogel",
  olu: "Olu Adeyemi",
  claire: "Claire Mbaye",
  ben: "Ben Ortiz",
};

/** The user who starts the demo. */
export const YOU = { name: "Robin Park", email: "robin@example.com" };

/** One bot answers, the other posts events from elsewhere. */
export const BOTS = { bot: "Stock bot", repository: "Shop repository" } as const;

export type Name = Character | "you" | keyof typeof BOTS;

/** Channels in sidebar order, with their folder, and with their subscribers unless everyone is subscribed. */
export const CHANNELS = [
  { key: "general" },
  { key: "workshop", folder: "building", color: "#c0792a" },
  { key: "design", folder: "building", color: "#b5579a" },
  { key: "shop", folder: "selling", color: "#2f7fb5" },
  { key: "customers", folder: "selling", color: "#3d9a62" },
  { key: "lunch", color: "#e0a21b" },
  { key: "leads", members: ["maya", "tomas", "you"], color: "#6b62c4" },
] as const satisfies readonly { key: string; folder?: string; color?: string; members?: readonly Name[] }[];

export const EMOJI = {
  tada: "1f389",
  raised_hands: "1f64c",
  heart: "2764",
  eyes: "1f440",
  joy: "1f602",
  bell: "1f514",
  thumbs_up: "1f44d",
  cake: "1f370",
  coffee: "2615",
  fire: "1f525",
  moving_truck: "1f69a",
  palm_tree: "1f334",
  sunny: "2600",
} as const;

export const STATUSES: readonly (readonly [Character, keyof typeof EMOJI])[] = [
  ["tomas", "fire"],
  ["olu", "moving_truck"],
  ["claire", "palm_tree"],
];

export interface DemoMessage {
  readonly by: Name;
  /** A topic, as `channel>topic`, or a direct message's recipients. */
  readonly to: string | readonly Name[];
  /** How many days ago, and the hour of that day; or how many minutes ago. */
  readonly at: readonly [days: number, hour: number] | number;
  /** Key of the message's text, which is also the prefix of its options' keys; or a placeholder for a file. */
  readonly text: string;
  readonly reactions?: Partial<Record<keyof typeof EMOJI, readonly Name[]>>;
  /** Each option's voters. */
  readonly poll?: readonly (readonly Name[])[];
  /** Whether each task is done. */
  readonly tasks?: readonly boolean[];
  readonly isUnread?: true;
  readonly isStarred?: true;
}

export const STORY: readonly DemoMessage[] = [
  { by: "maya", to: "general>welcome", at: [6, 8.8], text: "welcome.topics" },
  { by: "maya", to: "general>welcome", at: [6, 8.9], text: "welcome.demo", isStarred: true },
  {
    ...{ by: "maya", to: "general>fair", at: [6, 9.1], text: "fair.stand" },
    reactions: { tada: ["tomas", "aiko", "olu", "greta", "ben"], sunny: ["claire"] },
  },
  { by: "olu", to: "general>fair", at: [6, 9.2], text: "fair.rides" },
  {
    ...{ by: "olu", to: "general>fair", at: [6, 9.25], text: "fair.shift" },
    poll: [
      ["tomas", "ben"],
      ["aiko", "claire", "maya"],
      ["greta", "samir"],
    ],
  },
  { by: "claire", to: "general>fair", at: [5, 14.3], text: "fair.plan", reactions: { thumbs_up: ["greta", "tomas"] } },
  { by: "ben", to: "general>fair", at: [5, 14.5], text: "fair.ben" },
  { by: "maya", to: "general>fair", at: [5, 14.6], text: "fair.thanks", reactions: { raised_hands: ["ben", "olu"] } },
  {
    ...{ by: "tomas", to: "workshop>frame", at: [4, 10.2], text: "frame.drawing" },
    reactions: { heart: ["aiko", "maya"], eyes: ["samir"] },
  },
  { by: "aiko", to: "workshop>frame", at: [4, 10.4], text: "frame.steep" },
  { by: "tomas", to: "workshop>frame", at: [4, 10.7], text: "frame.numbers", isStarred: true },
  { by: "samir", to: "workshop>frame", at: [4, 11.1], text: "frame.brakes" },
  { by: "tomas", to: "workshop>frame", at: [4, 11.3], text: "frame.formula" },
  {
    ...{ by: "ben", to: "workshop>frame", at: [4, 11.4], text: "frame.physics" },
    reactions: { joy: ["tomas", "aiko", "samir", "maya"] },
  },
  { by: "aiko", to: "design>bell", at: [3, 16.1], text: "bell.first" },
  { by: "aiko", to: "design>bell", at: [3, 16.1], text: "{bell}", reactions: { bell: ["greta", "ben", "maya"] } },
  { by: "greta", to: "design>bell", at: [3, 16.3], text: "bell.friendly" },
  { by: "claire", to: "design>bell", at: [3, 16.8], text: "bell.campaign", reactions: { joy: ["aiko", "greta"] } },
  { by: "maya", to: "leads>apprentice", at: [3, 17.2], text: "apprentice.ask" },
  { by: "tomas", to: "leads>apprentice", at: [3, 17.4], text: "apprentice.yes" },
  { by: "greta", to: "shop>vat", at: [2, 11.1], text: "vat.screenshot" },
  { by: "samir", to: "shop>vat", at: [2, 11.4], text: "vat.found", reactions: { raised_hands: ["greta", "maya"] } },
  { by: "repository", to: "shop>vat", at: [2, 11.5], text: "vat.pushed" },
  { by: "greta", to: "shop>vat", at: [2, 11.8], text: "vat.thanks", reactions: { heart: ["samir"] } },
  { by: "greta", to: "customers>parts", at: [1, 9.7], text: "parts.stand" },
  { by: "tomas", to: "customers>parts", at: [1, 9.9], text: "parts.two", reactions: { thumbs_up: ["greta"] } },
  { by: "samir", to: "shop>stock", at: [1, 15.5], text: "stock.bot" },
  { by: "maya", to: ["you"], at: [1, 16], text: "maya.look" },
  {
    ...{ by: "claire", to: "lunch>friday", at: 190, text: "friday.where" },
    poll: [["olu"], ["ben", "samir"], ["aiko", "greta", "claire", "maya"]],
  },
  { by: "ben", to: "lunch>friday", at: 171, text: "friday.cake", reactions: { cake: ["olu", "greta", "tomas"] } },
  {
    ...{ by: "claire", to: "general>fair", at: 95, text: "fair.packing" },
    ...{ tasks: [true, true, false, false], isUnread: true },
  },
  {
    ...{ by: "greta", to: "customers>parts", at: 50, text: "parts.sent", isUnread: true },
    reactions: { heart: ["tomas", "maya", "ben"] },
  },
  { by: "samir", to: "shop>release", at: 42, text: "release.texts", isUnread: true },
  { by: "samir", to: "shop>release", at: 41, text: "release.when", isUnread: true },
  { by: "aiko", to: ["tomas", "you"], at: 20, text: "coffee.three", isUnread: true, reactions: { coffee: ["tomas"] } },
  { by: "tomas", to: ["aiko", "you"], at: 18, text: "coffee.in", isUnread: true },
  { by: "olu", to: "general>fair", at: 15, text: "fair.sun", isUnread: true },
];
