/** A person of the believable organization. */
export interface Role {
  readonly name: string;
  /** 200 for administrators, 300 for moderators, 400 for members, 600 for guests. */
  readonly role?: number;
  readonly status?: { readonly text: string; readonly emoji: string };
  readonly presence?: "active" | "idle";
  /** The two colors of the avatar that the person uploaded. Undefined for a default avatar. */
  readonly picture?: readonly [string, string];
  readonly title?: string;
}

/** The people working in the harbor, with names of all kinds. Iris is the owner. */
export const cast = {
  iris: { name: "Iris Engel", presence: "active", picture: ["#b4613d", "#f0c866"], title: "Harbour master" },
  omar: { name: "Omar Haddad", role: 200, presence: "active", title: "Head of operations" },
  yumi: {
    name: "佐藤 由美",
    presence: "active",
    picture: ["#8a5aa0", "#e8c4f0"],
    title: "Crane technician",
    status: { text: "第3バースにいます", emoji: "construction_worker" },
  },
  teresa: {
    name: "Teresa Lindqvist",
    role: 300,
    presence: "active",
    picture: ["#2c5468", "#9fc3d8"],
    title: "Pilot",
    status: { text: "On the Aurelia until 16:00", emoji: "ship" },
  },
  nils: { name: "Nils Bø", presence: "idle", status: { text: "Out for lunch", emoji: "sandwich" }, title: "Software" },
  ada: { name: "Ada Okonkwo-Lindström", presence: "idle", picture: ["#1d6b56", "#a8e0c8"], title: "Software" },
  layla: { name: "ليلى منصور", presence: "active", title: "Customs" },
  wang: { name: "王小明", title: "Berth planning", status: { text: "Vacation until Monday", emoji: "palm_tree" } },
  max: { name: "Maximiliane Theodora Freifrau von Hohenfels-Wittgenstein zu Altenburg", title: "Legal" },
  jo: { name: "Jo", presence: "idle", title: "Apprentice" },
  pedro: { name: "Pedro Álvares d’Ávila", presence: "active", title: "Tug Boreas" },
  guest: { name: "Surveyor (Lloyd’s)", role: 600 },
} as const satisfies Record<string, Role>;

export type Name = keyof typeof cast | "bot";
