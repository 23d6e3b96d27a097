import type { Name } from "./cast.ts";

export interface ChannelOfHarbour {
  readonly name: string;
  readonly description?: string;
  readonly folder?: keyof typeof folders;
  readonly color?: string;
  /** The subscribers. By default, everyone except guests. */
  readonly members?: readonly Name[];
  readonly isPrivate?: boolean;
  readonly isWebPublic?: boolean;
  readonly isMuted?: boolean;
  readonly isPinned?: boolean;
}

export const folders = {
  quay: { name: "On the quay", description: "Ships, cranes and berths." },
  house: { name: "The house", description: "What keeps the office going." },
};

export const channels = {
  operations: {
    name: "operations",
    description: "What moves, what is stuck, and who is on it. See #**engineering** for what is broken for good.",
    folder: "quay",
    color: "#1d7f63",
    isPinned: true,
  },
  engineering: { name: "engineering", description: "Cranes, sensors, software.", folder: "quay", color: "#b4613d" },
  general: { name: "general", color: "#4a6fa5" },
  office: {
    name: "harbour-office",
    description: "Only the office reads this.",
    folder: "house",
    color: "#8a5aa0",
    isPrivate: true,
    members: ["iris", "omar", "max", "teresa"],
  },
  reading: { name: "reading-group", description: "One book a month.", folder: "house", color: "#a08a2c" },
  coffee: { name: "coffee", description: "The machine, and life.", folder: "house", color: "#6b7770", isMuted: true },
  news: { name: "港湾ニュース", description: "港の毎日のお知らせ", color: "#c0392b" },
  tides: {
    name: "berth-allocation-and-tide-tables-for-the-northern-basin",
    description: "A plan for each day, and the tables that it is made of.",
    color: "#3f7d6b",
  },
  announcements: { name: "announcements", description: "For everybody.", color: "#2c5468", isWebPublic: true },
  empty: { name: "new-terminal", description: "Nothing yet.", color: "#7a6bb0" },
  elsewhere: { name: "tug-crews", description: "Those on the water.", members: ["pedro", "teresa"] },
} as const satisfies Record<string, ChannelOfHarbour>;

export type ChannelName = keyof typeof channels;
