import { above, arc, both, Canvas, circle, ellipse, line, polygon, ring } from "./canvas.ts";

interface Look {
  readonly background: `#${string}`;
  readonly skin: `#${string}`;
  readonly hair: `#${string}`;
  readonly shirt: `#${string}`;
  readonly cut: "bun" | "short" | "bob" | "curls" | "long" | "bald" | "scarf" | "cap";
  readonly wears?: "glasses" | "beard";
}

const LOOKS = {
  maya: { background: "#f2c14e", skin: "#f1c9a5", hair: "#8a4b2a", shirt: "#2f6f6d", cut: "bun" },
  tomas: { background: "#8fb8de", skin: "#d9a074", hair: "#2b2522", shirt: "#7a4a2b", cut: "short", wears: "beard" },
  aiko: { background: "#e8a0a8", skin: "#f3d2b3", hair: "#1f1c22", shirt: "#394a7d", cut: "bob" },
  samir: { background: "#9ccfb0", skin: "#c68b5e", hair: "#231c1a", shirt: "#5a3f73", cut: "curls" },
  greta: { background: "#c5b4e3", skin: "#f6d7c0", hair: "#d8b25c", shirt: "#a3423d", cut: "long" },
  olu: { background: "#f0a868", skin: "#7b4a2e", hair: "#1a1412", shirt: "#e9e4d8", cut: "bald", wears: "glasses" },
  claire: { background: "#7fc4c9", skin: "#8f5a3a", hair: "#b03a4a", shirt: "#f0d9a0", cut: "scarf" },
  ben: { background: "#b9cf6b", skin: "#eebf97", hair: "#a35a2a", shirt: "#3a5f8a", cut: "cap" },
} as const satisfies Record<string, Look>;

export type Character = keyof typeof LOOKS;

const SIZE = 240;

export function face(who: Character): Uint8Array<ArrayBuffer> {
  const { background, skin, hair, shirt, cut, wears }: Look = LOOKS[who];
  const canvas = new Canvas(SIZE, SIZE, background);
  if (cut === "bun") canvas.fill(hair, circle(120, 38, 26));
  if (cut === "long") canvas.fill(hair, ellipse(120, 128, 68, 84), both(ellipse(120, 170, 66, 60), above(210)));
  if (cut === "bob") canvas.fill(hair, ellipse(120, 108, 66, 66));
  if (cut === "scarf") canvas.fill(hair, ellipse(120, 112, 66, 74), ellipse(120, 190, 60, 34));
  canvas.fill(shirt, ellipse(120, 246, 88, 62));
  canvas.fill(skin, line(38, 120, 150, 120, 190), ellipse(120, 112, 50, 58));
  if (cut !== "scarf" && cut !== "bald" && cut !== "long" && cut !== "bob")
    canvas.fill(skin, circle(70, 116, 10), circle(170, 116, 10));
  if (cut === "short" || cut === "bun") canvas.fill(hair, both(ellipse(120, 104, 54, 56), above(88)));
  if (cut === "bob" || cut === "long") canvas.fill(hair, both(ellipse(120, 104, 54, 58), above(90)));
  if (cut === "curls")
    canvas.fill(
      hair,
      ...[74, 92, 112, 134, 154, 168].map((x, at) => circle(x, [84, 64, 56, 57, 68, 88][at] ?? 60, 19)),
    );
  if (cut === "scarf") canvas.fill(hair, both(ellipse(120, 100, 56, 54), above(80)));
  if (cut === "cap")
    canvas
      .fill(hair, ellipse(76, 112, 10, 22), ellipse(164, 112, 10, 22))
      .fill("#2d3b2f", both(ellipse(120, 92, 56, 50), above(88)), line(12, 112, 88, 186, 92));
  if (wears === "beard")
    canvas
      .fill(
        hair,
        both(ellipse(120, 132, 50, 44), (_, y) => 132 - y),
      )
      .fill(skin, ellipse(120, 134, 22, 8));
  canvas.fill("#2a2024", circle(102, 112, 5.5), circle(138, 112, 5.5));
  if (wears === "glasses")
    canvas.fill("#2a2024", ring(4, 101, 112, 17), ring(4, 139, 112, 17), line(4, 117, 110, 123, 110));
  canvas.fill("#97403c", arc(5, 120, 132, 17, 25, 155));
  return canvas.png();
}

/** Draws a cargo bicycle with a front box, from the side. */
export function bicycle(): Uint8Array<ArrayBuffer> {
  const [paper, steel, tyre, wood] = ["#f4efe6", "#2f6f6d", "#2b2b30", "#c08a4e"] as const;
  const canvas = new Canvas(960, 480, paper);
  for (let x = 40; x < 960; x += 40) canvas.fill("#e7dfd0", line(1, x, 0, x, 480));
  for (let y = 40; y < 480; y += 40) canvas.fill("#e7dfd0", line(1, 0, y, 960, y));
  for (const [x, y, radius] of [
    [210, 330, 92],
    [760, 352, 70],
  ] as const) {
    canvas.fill(tyre, ring(12, x, y, radius));
    for (let spoke = 0; spoke < 12; spoke++) {
      const angle = (spoke * Math.PI) / 6;
      canvas.fill("#9a9a9f", line(2, x, y, x + radius * Math.cos(angle), y + radius * Math.sin(angle)));
    }
    canvas.fill(tyre, circle(x, y, 10));
  }
  canvas.fill(wood, polygon(430, 198, 722, 198, 692, 332, 470, 332));
  canvas.fill("#a8743c", line(4, 440, 232, 712, 232), line(4, 452, 268, 704, 268), line(4, 462, 302, 698, 302));
  canvas.fill(steel, line(14, 210, 330, 330, 340, 300, 190), line(14, 330, 340, 420, 200, 300, 212, 210, 330));
  canvas.fill(steel, line(14, 420, 200, 450, 345, 690, 352, 760, 352), line(14, 404, 140, 424, 214));
  canvas.fill(tyre, line(12, 404, 140, 372, 128), line(18, 268, 182, 328, 182), ring(6, 330, 340, 26));
  canvas.fill(tyre, line(8, 330, 340, 352, 376), line(12, 340, 378, 366, 376));
  canvas.fill("#b5403a", line(3, 210, 440, 760, 440), line(3, 210, 428, 210, 452), line(3, 760, 428, 760, 452));
  return canvas.png();
}
